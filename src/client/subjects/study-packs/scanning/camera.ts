import { accepted, refused, type Outcome } from '#domain/outcome'

/**
 * Why there is no picture:
 * - `denied`: the person, or the manager of the device, does not allow it
 * - `none`: the device has no camera
 * - `in_use`: another program uses it
 * - `unsupported`: this browser gives pages no camera, or cannot run the reader
 * - `unreadable`: the reader of codes could not be loaded
 * - `broken`: the reader failed at a picture
 */
export type CameraRefusal = 'denied' | 'none' | 'in_use' | 'unsupported' | 'unreadable' | 'broken'

/** The picture of the camera at the back of the device, or whichever there is. */
export const openCamera = async (): Promise<Outcome<MediaStream, CameraRefusal>> => {
  if (!('mediaDevices' in navigator)) return refused('unsupported')
  try {
    const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
    return accepted(await navigator.mediaDevices.getUserMedia({ video, audio: false }))
  } catch (error) {
    return refused(cameraRefusalOf(error))
  }
}

/** Why the camera was refused, by the name of the browser's error (W3C, Media Capture and Streams, getUserMedia). */
export const cameraRefusalOf = (error: unknown): CameraRefusal => {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'in_use'
    default:
      return 'unsupported'
  }
}

/** Releases the camera: its light goes out. */
export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** The words about each refusal, and the alternative. */
export const CAMERA_WORDS: Record<CameraRefusal, { title: string; advice: string }> = {
  denied: {
    title: 'The camera is not allowed here',
    advice: 'Allow it in the browser’s settings for this site, then try again. Or type the ID, or use a scanner.',
  },
  none: { title: 'This device has no camera', advice: 'Type the ID on the label, or use a scanner.' },
  in_use: {
    title: 'Another program is using the camera',
    advice: 'Close it and try again. Or type the ID, or use a scanner.',
  },
  unsupported: {
    title: 'This browser cannot scan with the camera',
    advice: 'Type the ID on the label, or use a scanner.',
  },
  unreadable: {
    title: 'The scanner could not be loaded',
    advice: 'Check the connection and try again. Or type the ID, or use a scanner.',
  },
  broken: {
    title: 'The camera’s pictures cannot be read',
    advice: 'Try the camera again. Or type the ID, or use a scanner.',
  },
}
