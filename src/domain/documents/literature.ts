/** The publications that the documents of a trial cite: how each is cited in a text, and its entry in the references. */
export const LITERATURE = {
  spirit: {
    cited: 'SPIRIT 2013',
    entry:
      'Chan A-W, Tetzlaff JM, Altman DG, et al. (2013). SPIRIT 2013 statement: defining standard protocol items for clinical trials. Annals of Internal Medicine 158: 200–207.',
  },
  consort: {
    cited: 'CONSORT 2010',
    entry:
      'Schulz KF, Altman DG, Moher D (2010). CONSORT 2010 statement: updated guidelines for reporting parallel group randomised trials. BMJ 340: c332.',
  },
  rosenberger_lachin: {
    cited: 'Rosenberger and Lachin 2016',
    entry:
      'Rosenberger WF, Lachin JM (2016). Randomization in Clinical Trials: Theory and Practice, 2nd edition. Wiley.',
  },
  matts_lachin: {
    cited: 'Matts and Lachin 1988',
    entry:
      'Matts JP, Lachin JM (1988). Properties of permuted-block randomization in clinical trials. Controlled Clinical Trials 9: 327–344.',
  },
  wei: {
    cited: 'Wei 1978',
    entry:
      'Wei LJ (1978). An application of an urn model to the design of sequential controlled clinical trials. Journal of the American Statistical Association 73: 559–563.',
  },
  wei_smythe_smith: {
    cited: 'Wei, Smythe and Smith 1986',
    entry:
      'Wei LJ, Smythe RT, Smith RL (1986). K-treatment comparisons with restricted randomization rules in clinical trials. Annals of Statistics 14: 265–274.',
  },
  taves: {
    cited: 'Taves 1974',
    entry:
      'Taves DR (1974). Minimization: a new method of assigning patients to treatment and control groups. Clinical Pharmacology and Therapeutics 15: 443–453.',
  },
  pocock_simon: {
    cited: 'Pocock and Simon 1975',
    entry:
      'Pocock SJ, Simon R (1975). Sequential treatment assignment with balancing for prognostic factors in the controlled clinical trial. Biometrics 31: 103–115.',
  },
  kuznetsova_tymofyeyev: {
    cited: 'Kuznetsova and Tymofyeyev 2012',
    entry:
      'Kuznetsova OM, Tymofyeyev Y (2012). Preserving the allocation ratio at every allocation with biased coin randomization and minimization in studies with unequal allocation. Statistics in Medicine 31: 701–723.',
  },
  soares_wu: {
    cited: 'Soares and Wu 1983',
    entry:
      'Soares JF, Wu CFJ (1983). Some restricted randomization rules in sequential designs. Communications in Statistics: Theory and Methods 12: 2017–2034.',
  },
  chen: {
    cited: 'Chen 1999',
    entry:
      'Chen YP (1999). Biased coin design with imbalance tolerance. Communications in Statistics: Stochastic Models 15: 953–975.',
  },
  efron: {
    cited: 'Efron 1971',
    entry: 'Efron B (1971). Forcing a sequential experiment to be balanced. Biometrika 58: 403–417.',
  },
  berger_ivanova_knoll: {
    cited: 'Berger, Ivanova and Knoll 2003',
    entry:
      'Berger VW, Ivanova A, Knoll MD (2003). Minimizing predictability while retaining balance through the use of less restrictive randomization procedures. Statistics in Medicine 22: 3017–3028.',
  },
} as const

export type Publication = keyof typeof LITERATURE

/** Citations in a text: `(Matts and Lachin 1988; SPIRIT 2013)`. */
export const cited = (publications: readonly Publication[]): string =>
  `(${publications.map((publication) => LITERATURE[publication].cited).join('; ')})`

/** The entries of publications, each once, in alphabetical order. */
export const entriesOf = (publications: readonly Publication[]): string[] =>
  [...new Set(publications)].map((publication) => LITERATURE[publication].entry).toSorted()
