import * as v from 'valibot'

/** A field that GET answers and no form writes: accepted with any value, and ignored. */
export const ignored = v.optional(v.pipe(v.unknown(), v.description('As GET returns it; ignored')))

/** The fields of a trial that are answered beside its form. */
export const answeredBesideForm = {
  id: ignored,
  created_at: ignored,
  started_on: ignored,
  ended_on: ignored,
  trial_status: ignored,
  num_sampled: ignored,
  is_blinded_whole: ignored,
  is_blinded_partial: ignored,
  randomisation_method: ignored,
  allocation_method: ignored,
  contact: ignored,
  commitment: ignored,
  nonce_hex: ignored,
  seed_revealed_at: ignored,
}

/** The fields of a site that are answered beside its form. */
export const answeredBesideSite = { opened_at: ignored, opened_by: ignored }

type AnsweredBesideForm = { [Field in keyof typeof answeredBesideForm]?: unknown }

/** The sent form without the ignored fields. */
export const formOf = <Sent extends AnsweredBesideForm>({
  id: _id,
  created_at: _created_at,
  started_on: _started_on,
  ended_on: _ended_on,
  trial_status: _trial_status,
  num_sampled: _num_sampled,
  is_blinded_whole: _is_blinded_whole,
  is_blinded_partial: _is_blinded_partial,
  randomisation_method: _randomisation_method,
  allocation_method: _allocation_method,
  contact: _contact,
  commitment: _commitment,
  nonce_hex: _nonce_hex,
  seed_revealed_at: _seed_revealed_at,
  ...form
}: Sent) => form
