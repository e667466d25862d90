import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { PartSuspense, part } from '../../ui/part.tsx'
import { overlayAtom } from '../frame/overlays.ts'

const CameraDialog = part(() => import('./CameraDialog.tsx'))

/** Camera dialog, fetched when it is first opened. */
export function CameraPart() {
  const isOpen = useAtomValue(overlayAtom) === 'camera'
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? (
    <PartSuspense fallback={null}>
      <CameraDialog />
    </PartSuspense>
  ) : null
}
