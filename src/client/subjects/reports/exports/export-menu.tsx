import { EXPORT_FORMATS, type ExportFormat } from '#domain/reports/export'
import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { messageOf } from '../../../api/failure'
import { failureInPlace } from '../../../api/raised-failure'
import { ServerButton } from '../../../device/offline/server-button'
import { DOWNLOAD_BEGUN, downloadAddress } from '../download-address'
import { toastError, toastSuccess } from '../../../ui/toasts'

type ExportMenuProps<Format extends ExportFormat> = {
  formats: readonly Format[]
  /** The address of the list, as it is narrowed just now, in a form. */
  addressOf: (format: Format) => Promise<string>
}

/** Downloads a list, as it is narrowed just now, in one of the forms that it comes in. */
export function ExportMenu<Format extends ExportFormat>({ formats, addressOf }: ExportMenuProps<Format>) {
  const make = useMutation({
    mutationFn: addressOf,
    meta: { isFailureShownInPlace: true },
    onSuccess: (address) => {
      downloadAddress(address)
      toastSuccess(DOWNLOAD_BEGUN)
    },
    onError: (error) => {
      const failure = failureInPlace(error)
      toastError(
        'The export was not made',
        failure === null ? 'Try again, or contact the service.' : messageOf(failure),
      )
    },
  })
  return (
    <Menu position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <ServerButton
          action="exportList"
          variant="default"
          className="no-print"
          loading={make.isPending}
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        >
          Export
        </ServerButton>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => make.mutate(format)}>
            {EXPORT_FORMATS[format].menu}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
