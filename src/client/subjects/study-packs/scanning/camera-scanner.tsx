import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCameraOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useIsLocked } from '../../../session/lock/device-lock'
import { CAMERA_WORDS } from './camera'
import classes from './camera-scanner.module.css'
import { useCameraScanner, type Scanning } from './use-camera-scanner'

type CameraScannerProps = {
  onScan: (text: string) => void
  onClose: () => void
  /** Whether a code is not read, such as that of the pack just dispensed. */
  isIgnored?: (text: string) => boolean
}

/** The picture of the camera, with a frame for the label; `onScan` is called with the code once it is read. */
export function CameraScanner(props: CameraScannerProps) {
  const [tries, setTries] = useState(0)
  const isHidden = useIsPageHidden()
  // Nobody sees what is scanned below the lock.
  const isLocked = useIsLocked()
  const { onScan, onClose, isIgnored = () => false } = props
  if (isHidden || isLocked) return null
  return (
    <Looking
      key={tries}
      onScan={onScan}
      onClose={onClose}
      onTryAgain={() => setTries((count) => count + 1)}
      isIgnored={isIgnored}
    />
  )
}

type LookingProps = Required<CameraScannerProps> & { onTryAgain: () => void }

function Looking({ onScan, onClose, onTryAgain, isIgnored }: LookingProps) {
  const video = useRef<HTMLVideoElement>(null)
  const scanning = useCameraScanner(video, onScan, isIgnored)
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
