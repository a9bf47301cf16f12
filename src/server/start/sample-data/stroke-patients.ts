import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import file from './ist/uk.csv?raw'

/** The strata of the stroke trial in the order in which a ward thinks: `column` is the file's column of the answer. */
export const STROKE_STRATA = [
  { column: 'sex', name: 'Sex', description: null, options: ['Female', 'Male'] },
  {
    column: 'consciousness',
    name: 'Consciousness',
    description: 'At randomisation.',
    options: ['Fully alert', 'Drowsy', 'Unconscious'],
  },
  {
    column: 'age_group',
    name: 'Age group',
    description: 'Age in years on the day of randomisation.',
    options: ['Under 65', '65 to 74', '75 to 84', '85 and over'],
  },
  {
    column: 'delay',
    name: 'Delay',
    description:
      'From the onset of symptoms to randomisation. A stroke noticed on waking began when the patient was last well.',
    options: ['Up to 6 hours', '7 to 24 hours', '25 to 48 hours'],
  },
  {
    column: 'stroke_type',
    name: 'Stroke type',
    description: 'The clinical syndrome (Oxfordshire Community Stroke Project).',
    options: [
      'Total anterior circulation',
      'Partial anterior circulation',
      'Lacunar',
      'Posterior circulation',
      'Other',
    ],
  },
] as const

type StrokeStratum = (typeof STROKE_STRATA)[number]

/** One patient: month of randomisation `YYYY-MM`, hospital, and the answer to each stratum by its column. */
export type StrokePatient = { month: string; hospital: string } & Record<StrokeStratum['column'], string>

const answer = (column: StrokeStratum['column']) =>
  v.picklist(STROKE_STRATA.flatMap((stratum): string[] => (stratum.column === column ? [...stratum.options] : [])))

const patients = v.array(
  v.object({
    month: v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/)),
    hospital: v.pipe(v.string(), v.regex(/^Hospital \d+$/)),
    sex: answer('sex'),
    age_group: answer('age_group'),
    delay: answer('delay'),
    consciousness: answer('consciousness'),
    stroke_type: answer('stroke_type'),
  }),
)

/** Every patient of the United Kingdom in the International Stroke Trial, in order of enrolment (ist/README.md). */
export const strokePatients = (): StrokePatient[] => v.parse(patients, parse(file, { columns: true }))
