import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { reportError } from '../../data/errors.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import styles from './CameraDialog.module.css'
import { createDecoder, type Decode } from './cameraDecoder.ts'

type State = 'starting' | 'looking' | 'insecure' | 'refused' | 'none' | 'busy' | 'broken' | 'noCode'

/** Milliseconds between two looks; a look takes 20 to 80. */
const intervalMs = 120

const stateOf: Readonly<Record<string, State>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotSupportedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const nameOf = (error: unknown) => (error instanceof DOMException ? error.name : '')

const wanted = { video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } } }

/** Looks until a code is seen, or the dialog closes. */
async function watch(video: HTMLVideoElement, decode: Decode, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const code = await decode(video)
    if (code !== null) return code
    await new Promise(resolve => setTimeout(resolve, intervalMs))
  }
  return null
}

function take(code: string): void {
  closeOverlay()
  void execute('scan.enter', { code }, { surface: 'button' })
}

/** Camera of an open dialog, ended with it. */
function useCamera(isOpen: boolean, video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<State>('starting')
  useEffect(() => {
    if (!isOpen) return undefined
    const end = new AbortController()
    let stream: MediaStream | null = null
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const start = async () => {
      setState('starting')
      // Browsers give cameras to secure pages only.
      if (!navigator.mediaDevices) return setState('insecure')
      stream = await navigator.mediaDevices.getUserMedia(wanted)
      if (end.signal.aborted || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      const decode = await createDecoder()
      if (end.signal.aborted) return undefined
      setState('looking')
      const code = await watch(video.current, decode, end.signal)
      if (code !== null && !end.signal.aborted) take(code)
      return undefined
    }
    start().catch(error => {
      if (end.signal.aborted) return
      const known = stateOf[nameOf(error)]
      setState(known ?? 'broken')
      if (!known) reportError(error, 'camera')
    })
    return () => {
      end.abort()
      stop()
    }
  }, [isOpen, video])
  return [state, setState] as const
}

/** Scanner of phones and tablets: looks by itself, or at a picture taken before. */
export default function CameraDialog() {
  const text = useText()
  const isOpen = useAtomValue(overlayAtom) === 'camera'
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useCamera(isOpen, video)
  const isSeen = state === 'starting' || state === 'looking'
  const readPicture = async (file: File | undefined) => {
    if (!file) return
    try {
      const code = await (await createDecoder())(file)
      if (code === null) setState('noCode')
      else take(code)
    } catch (error) {
      setState('broken')
      reportError(error, 'camera')
    }
  }
  return (
    <DialogFrame
      open={isOpen}
      title={text('command.scan.camera')}
      width={520}
      onClose={closeOverlay}
      footer={
        <>
          <label className={`${controls.button} ${styles.picture}`}>
            {text('camera.picture')}
            <input
              type="file"
              accept="image/*"
              capture="environment"
              className={styles.file}
              onChange={({ target }) => void readPicture(target.files?.[0])}
            />
          </label>
          <button type="button" className={controls.button} data-first onClick={closeOverlay}>
            {text('shell.close')}
          </button>
        </>
      }
    >
      <div className={styles.view} data-camera={state} hidden={!isSeen}>
        <video ref={video} className={styles.video} playsInline muted aria-label={text('camera.view')} />
        <span className={styles.frame} aria-hidden="true" />
      </div>
      <p role={isSeen ? 'status' : 'alert'} className={styles.words} data-trouble={isSeen ? undefined : ''}>
        {text(`camera.${state}`)}
      </p>
    </DialogFrame>
  )
}
