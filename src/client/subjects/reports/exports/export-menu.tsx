import { EXPORT_FORMATS, type ExportFormat } from '#domain/reports/export'
import { Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { ServerButton } from '../../../device/offline/server-button'
import type { ExportChoice } from './export-addresses'
import { useDownload } from '../../../action/use-download'

type ExportMenuProps<Format extends ExportFormat> = {
  formats: readonly Format[]
  /** The names of the columns that the list shows; undefined where it has none, as on a phone. */
  shown: readonly string[] | undefined
  /** The address of the filtered list in a format. */
  addressOf: (choice: ExportChoice<Format>) => Promise<string>
}

/** Downloads the filtered list in one of its formats: with the shown columns, or with all. */
export function ExportMenu<Format extends ExportFormat>({ formats, shown, addressOf }: ExportMenuProps<Format>) {
  const make = useDownload('The export was not made', addressOf)
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
        {shown !== undefined && (
          <FormatItems
            label="The columns shown"
            formats={formats.filter((format) => EXPORT_FORMATS[format].has_columns)}
            onChoose={(format) => make.mutate({ format, columns: [...shown] })}
          />
        )}
        <FormatItems
          label="All columns"
          formats={formats}
          onChoose={(format) => make.mutate({ format, columns: undefined })}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

type FormatItemsProps<Format extends ExportFormat> = {
  label: string
  formats: readonly Format[]
  onChoose: (format: Format) => void
}

function FormatItems<Format extends ExportFormat>({ label, formats, onChoose }: FormatItemsProps<Format>) {
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {formats.map((format) => (
        <Menu.Item
          key={format}
          aria-label={`${EXPORT_FORMATS[format].menu}, ${label.toLowerCase()}`}
          onClick={() => onChoose(format)}
        >
          {EXPORT_FORMATS[format].menu}
        </Menu.Item>
      ))}
    </>
  )
}
