/** Sounds of scans: people at a shelf look at goods, not at the screen. */
import { scanSoundAtom } from '../../data/settings/scanSound.ts'
import { store, storeLocal } from '../../data/store.ts'

type Tone = readonly [hertz: number, seconds: number]

/** Short and high for taken, twice low for refused. */
const tones = {
  taken: [[1760, 0.07]],
  refused: [
    [220, 0.22],
    [165, 0.4],
  ],
} as const satisfies Readonly<Record<string, readonly Tone[]>>

const audio = storeLocal(() => ({ context: null as AudioContext | null }))

/** Silent where muted, and without a device. */
export function sound(which: keyof typeof tones): void {
  if (!store.get(scanSoundAtom) || typeof AudioContext === 'undefined') return
  audio().context ??= new AudioContext()
  const { context } = audio()
  if (!context) return
  void context.resume()
  let at = context.currentTime
  for (const [hertz, seconds] of tones[which]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    oscillator.type = 'square'
    oscillator.frequency.value = hertz
    gain.gain.setValueAtTime(which === 'refused' ? 0.35 : 0.12, at)
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(at)
    oscillator.stop(at + seconds)
    at += seconds
  }
}
