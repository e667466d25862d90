/** Screen reader mode as a command. */
import { readAloud, readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Command } from '../core/command.ts'

const keywords = [
  '读屏',
  '讀屏',
  '朗读',
  '报读',
  '報讀',
  '无障碍',
  '無障礙',
  'screen reader',
  'accessibility',
  'nvda',
  'jaws',
] as const

export const readingAloudCommand: Command = builtin(
  'readingAloud.toggle',
  'app',
  [{ seq: 'alt+shift+a', inText: true }],
  {
    keywords,
    accepts: ['on'],
    run: async ({ on }) => {
      const before = store.get(readingAloudAtom)
      const isOn = typeof on === 'boolean' ? on : !before
      await readAloud(isOn)
      return {
        status: 'ok',
        data: { on: isOn },
        message: isOn ? 'readingAloud.on' : 'readingAloud.off',
        undo: { id: 'readingAloud.toggle', args: { on: before } },
      }
    },
  },
)
