import { Button, Menu } from '@mantine/core'
import { IconCsv, IconDownload, IconPhoto, IconSvg } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { downloadBlob } from '../download-blob'
import { downloadText } from '../download-text'
import { toastError } from '../toasts'
import { chartPng } from './chart-png'
import { chartSvg } from './chart-svg'
import { fileName } from './file-name'

type ExportMenuProps = {
  title: string
  source: string
  chart: RefObject<HTMLElement | null>
  /** Its table as the text of a CSV file. */
  csv: () => string
}

const NOT_MADE = 'Download the data, or try another browser.'

/** Downloads a shown chart: as a picture, or its figures. It needs no connection. */
export function ExportMenu({ title, source, chart, csv }: ExportMenuProps) {
  const name = fileName(source, title)
  const draw = async () => {
    if (chart.current === null) throw new Error('The chart is not on the page')
    return chartSvg({ chart: chart.current, title, source })
  }
  const download = (make: () => Promise<void>) => {
    make().catch(() => toastError('The picture could not be made', NOT_MADE))
  }
  const downloadPng = async () => downloadBlob(`${name}.png`, await chartPng(await draw()))
  const downloadSvg = async () => downloadText({ name: `${name}.svg`, type: 'image/svg+xml', text: (await draw()).svg })
  return (
    <Menu position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button
          variant="subtle"
          px="xs"
          aria-label={`Export: ${title}`}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPhoto size={20} aria-hidden="true" />} onClick={() => download(downloadPng)}>
          Download PNG
        </Menu.Item>
        <Menu.Item leftSection={<IconSvg size={20} aria-hidden="true" />} onClick={() => download(downloadSvg)}>
          Download SVG
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCsv size={20} aria-hidden="true" />}
          onClick={() => downloadText({ name: `${name}.csv`, type: 'text/csv', text: csv() })}
        >
          Download data (CSV)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
