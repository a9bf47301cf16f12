/**
 * The mark of Equipoise: a capsule of two equal halves, balanced on its point, so that neither side outweighs the
 * other. Decoration only: the service's name always stands beside it. The same shape is in public/favicon.svg.
 * @param height in px; the width is a fifth more.
 */
export function BrandMark({ height }: { height: number }) {
  return (
    <svg height={height} width={height * 1.2} viewBox="5 11 54 45" aria-hidden="true" focusable="false">
      <path fill="var(--eq-petrol)" d="M32 12H18.5a11.5 11.5 0 0 0 0 23H32zM32 39.5 20.5 54h23z" />
      <path fill="none" stroke="var(--eq-petrol)" strokeWidth="2.5" d="M32 13.25h13.5a10.25 10.25 0 0 1 0 20.5H32z" />
    </svg>
  )
}
