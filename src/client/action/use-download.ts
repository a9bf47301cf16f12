import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../api/failure'
import { failureInPlace } from '../api/raised-failure'
import { toastError, toastSuccess } from '../ui/toasts'
import { DOWNLOAD_BEGUN, downloadAddress } from '../ui/download-address'

/** Has the browser download a file once the server has made its address; `notMade` is the message where it has not. */
export const useDownload = <Wanted>(notMade: string, addressOf: (wanted: Wanted) => Promise<string>) =>
  useMutation({
    mutationFn: addressOf,
    meta: { isFailureShownInPlace: true },
    onSuccess: (address) => {
      downloadAddress(address)
      toastSuccess(DOWNLOAD_BEGUN)
    },
    onError: (error) => {
      const failure = failureInPlace(error)
      toastError(notMade, failure === null ? 'Try again, or contact the service.' : messageOf(failure))
    },
  })
