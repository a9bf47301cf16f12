/**
 * The colours of the portal's theme, in sizes readable across a corridor. Exactly as hashed for the content security
 * policy.
 */
export const WALL_STYLE = `
  :root { color-scheme: light dark; --canvas: #fff; --ink: #10252b; --muted: #4a6168; --line: #d3dde1; --petrol: #0b5563; --amber: #8a5300 }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #0e171a; --ink: #e6eef0; --muted: #a9b8c2; --line: #2c3c43; --petrol: #7cc7d6; --amber: #f2b84b }
  }
  body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; background: var(--canvas); color: var(--ink); font: clamp(18px, min(1.5vw, 2.6vh), 32px)/1.3 system-ui, sans-serif }
  main { flex: 1; display: flex; flex-direction: column; box-sizing: border-box; width: 100%; padding: 4vmin 5vmin; overflow-wrap: anywhere }
  h1 { margin: 0 0 3vmin; color: var(--petrol); font-size: clamp(26px, min(3.2vw, 5vh), 64px); line-height: 1.15 }
  dl { flex: 1; display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); align-content: space-evenly; gap: 4vmin 5vmin; margin: 0 }
  dl > div { padding-top: 2vmin; border-top: 2px solid var(--line) }
  .main { grid-column: 1 / -1 }
  dt { color: var(--muted) }
  dd { margin: 0; font-size: clamp(40px, min(6.5vw, 10vh), 150px); font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums }
  dd small { color: var(--muted); font-size: 50%; font-weight: 400 }
  dd.note { color: var(--muted); font-size: 1em; font-weight: 400; line-height: 1.3 }
  dd.none { font-size: clamp(28px, min(4vw, 6vh), 80px) }
  footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 2em; margin-top: 3vmin; color: var(--muted) }
  #lost { margin: 0; padding: 1vmin 5vmin 3vmin; color: var(--amber); font-weight: 700 }
  @media (max-width: 600px) { dl { grid-template-columns: minmax(0, 1fr) } }
`
