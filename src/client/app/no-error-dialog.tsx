import { useEffect } from 'react'
import { raisedFailure } from '../api/raised-failure'
import { useStore } from '../browser/store'

/** Replaces a dialog that could not be loaded: screens then show its failures. */
export function NoErrorDialog() {
  const failure = useStore(raisedFailure)
  useEffect(() => {
    if (failure !== null) raisedFailure.set(null)
  }, [failure])
  return null
}
