import { expect, test } from 'vitest'
import { replicatesCsv } from '../../../../../src/client/subjects/simulation/results/replicates-csv'

test('each simulated trial of each alternative is a line; what a design has no value of is empty, and `simulated` tells of how many', () => {
  const csv = replicatesCsv([
    {
      letter: 'A',
      runs: 2,
      replicates: {
        measures: ['final_imbalance', 'loss'],
        lines: [
          [2, 0.125],
          [0, null],
        ],
      },
    },
    { letter: 'B', runs: 100_000, replicates: { measures: ['loss', 'type_1_error'], lines: [[1.5, 0.06]] } },
  ])
  expect(csv.split('\r\n')).toEqual([
    'alternative,replicate,simulated,final_imbalance,loss,type_1_error',
    'A,1,2,2,0.125,',
    'A,2,2,0,,',
    'B,1,100000,,1.5,0.06',
    '',
  ])
})
