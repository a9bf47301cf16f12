/** The expectations by chance alone: exact tails, by logarithms of factorials so that thousands do not overflow. */
export type Chances = {
  /** ln n!, for n from 0 to `greatest`. */
  logFactorial: (n: number) => number
  /** The probability of at least `hits` marked ones among `drawn` out of `total`, `marked` of which are: hypergeometric. */
  atLeast: (counts: { total: number; marked: number; drawn: number; hits: number }) => number
  /**
   * The probability that `ones` and `others` in random order fall into at most, and into at least, `runs` runs of the same kind.
   * Source: A. Wald, J. Wolfowitz, On a test whether two samples are from the same population, 1940.
   */
  runs: (counts: { ones: number; others: number; runs: number }) => { atMost: number; atLeast: number }
}

/** Chances among up to `greatest` things. */
export const chancesUpTo = (greatest: number): Chances => {
  const logs = logFactorials(greatest)
  const logFactorial = (n: number): number => logs[n] ?? Number.NaN
  const logChoose = (n: number, k: number): number =>
    k < 0 || k > n ? -Infinity : logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  return {
    logFactorial,
    atLeast: ({ total, marked, drawn, hits }) => {
      const all = logChoose(total, drawn)
      let sum = 0
      for (let k = hits; k <= Math.min(marked, drawn); k += 1) {
        const one = Math.exp(logChoose(marked, k) + logChoose(total - marked, drawn - k) - all)
        // Past the likeliest they only become fewer: of thousands, most add nothing.
        if (one < sum * Number.EPSILON) break
        sum += one
      }
      return sum
    },
    runs: ({ ones, others, runs }) => {
      const all = logChoose(ones + others, ones)
      const ways = (ofOnes: number, ofOthers: number) =>
        Math.exp(logChoose(ones - 1, ofOnes - 1) + logChoose(others - 1, ofOthers - 1) - all)
      let atMost = 0
      let atLeast = 0
      for (let count = 2; count <= 2 * Math.min(ones, others) + 1; count += 1) {
        const half = Math.floor(count / 2)
        const chance = count % 2 === 0 ? 2 * ways(half, half) : ways(half + 1, half) + ways(half, half + 1)
        if (count <= runs) atMost += chance
        if (count >= runs) atLeast += chance
      }
      return { atMost, atLeast }
    },
  }
}

const logFactorials = (greatest: number): number[] => {
  const logs = [0]
  let sum = 0
  for (let n = 1; n <= greatest; n += 1) {
    sum += Math.log(n)
    logs.push(sum)
  }
  return logs
}
