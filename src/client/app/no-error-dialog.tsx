import { useEffect } from 'react'
import { raisedFailure } from '../api/raised-failure'
import { useStore } from '../store'

/** In the place of a dialog that could not be loaded: screens show its failures themselves. */
export function NoErrorDialog() {
  const failure = useStore(raisedFailure)
  useEffect(() => {
    if (failure !== null) raisedFailure.set(null)
  }, [failure])
  return null
}
