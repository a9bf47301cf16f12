import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCameraOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { CAMERA_WORDS } from './camera'
import classes from './camera-scanner.module.css'
import { useCameraScanner, type Scanning } from './use-camera-scanner'

type CameraScannerProps = {
  onScan: (text: string) => void
  onClose: () => void
  /** A code that is not read, such as that of the pack just dispensed. */
  ignored?: string
}

/** The picture of the camera, with a frame for the label; `onScan` is called with the code once it is read. */
export function CameraScanner(props: CameraScannerProps) {
  const [tries, setTries] = useState(0)
  const isHidden = useIsPageHidden()
  const { onScan, onClose, ignored } = props
  if (isHidden) return null
  return (
    <Looking
      key={tries}
      onScan={onScan}
      onClose={onClose}
      onTryAgain={() => setTries((count) => count + 1)}
      {...(ignored !== undefined && { ignored })}
    />
  )
}

function Looking({ onScan, onClose, onTryAgain, ignored }: CameraScannerProps & { onTryAgain: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const scanning = useCameraScanner(video, onScan, ignored)
  const isRefused = scanning.state === 'refused'
  return (
    <div>
      <div className={classes['picture']} hidden={isRefused}>
        <video ref={video} muted playsInline aria-hidden="true" />
        <div className={classes['frame']} aria-hidden="true" />
      </div>
      {scanning.state === 'refused' && (
        <Alert
          role="alert"
          color="amber"
          icon={<IconCameraOff aria-hidden="true" />}
          title={CAMERA_WORDS[scanning.refusal].title}
        >
          {CAMERA_WORDS[scanning.refusal].advice}
        </Alert>
      )}
      <Group justify="space-between" gap="sm" mt="xs">
        <Text aria-live="polite">{scanning.state === 'refused' ? '' : LOOKING[scanning.state]}</Text>
        <Group gap="xs">
          {isRefused && (
            <Button variant="default" leftSection={<IconRefresh size={20} aria-hidden="true" />} onClick={onTryAgain}>
              Try the camera again
            </Button>
          )}
          <Button variant="default" leftSection={<IconCameraOff size={20} aria-hidden="true" />} onClick={onClose}>
            Close the camera
          </Button>
        </Group>
      </Group>
    </div>
  )
}

const LOOKING: Record<Exclude<Scanning['state'], 'refused'>, string> = {
  starting: 'Starting the camera.',
  looking: 'Point the camera at one label.',
  several: 'There is more than one code. Show only one label.',
}

/** A hidden page releases the camera until it is shown again. */
const useIsPageHidden = (): boolean => {
  const [isHidden, setIsHidden] = useState(() => document.visibilityState === 'hidden')
  useEffect(() => {
    const look = () => setIsHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}
