import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { commandsInForce } from '../../commands/builtins/keyCommands.ts'
import { contextAtom, keysOfContext } from '../../commands/core/context.ts'
import { permitted, registryVersionAtom } from '../../commands/core/registry.ts'
import { isRefusedHere } from '../../commands/gate/availability.ts'
import { currentOs, userKeysAtom } from '../../commands/keys/keyBindings.ts'
import { foundLines, type KeyLine, type KeyQuery, keyLines, linesByGroup } from '../../commands/keys/keyLines.ts'
import { pinyinAtom, sounds } from '../../commands/search/pinyin.ts'
import { readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { keyName } from '../../ui/keyboard/keyNames.ts'
import { useText } from '../../ui/useText.ts'

export interface FoundKeys {
  readonly groups: ReadonlyMap<string, readonly KeyLine[]>
  readonly count: number
  readonly isAsked: boolean
}

export function useFoundKeys({ text: wanted, strokes }: KeyQuery): FoundKeys {
  const text = useText()
  const version = useAtomValue(registryVersionAtom)
  const kept = useAtomValue(userKeysAtom)
  const isAloud = useAtomValue(readingAloudAtom)
  // Screen readers reserve single keys.
  const decided = useMemo(() => (isAloud ? { ...kept, singleKeys: false } : kept), [kept, isAloud])
  const context = useAtomValue(contextAtom)
  const pinyin = useAtomValue(pinyinAtom)
  const { page } = context
  // Snapshot before the sheet takes focus, which changes the context.
  const [here] = useState(() => ({
    keys: keysOfContext(context),
    refused: new Set(
      permitted()
        .filter(isRefusedHere)
        .map(({ id }) => id),
    ),
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles follow the language, commands the registry's version
  const around = useMemo(
    () => ({ decided, os: currentOs(), isInstalled: context.installed, commands: commandsInForce() }),
    [version, decided, context.installed],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles follow the language
  const lines = useMemo(() => {
    // Other pages' verbs are duplicates; borrowed keys appear under their owner.
    const all = permitted().filter(
      ({ id, entity, via, keys = [] }) =>
        (id.startsWith('navigate.') || entity === undefined || entity === page || keys.length > 0) &&
        (!via || hasOwn(id)),
    )
    function hasOwn(id: string) {
      return decided.changes.some(({ command }) => command === id)
    }
    return keyLines(all, around, here.keys, ({ id }) => here.refused.has(id))
  }, [around, page, text])
  const soundOf = useMemo(() => sounds(pinyin), [pinyin])
  const found = useMemo(
    () => foundLines(lines, { text: wanted, strokes }, around, { soundOf, nameOf: keyName }),
    [lines, wanted, strokes, around, soundOf],
  )
  return { groups: linesByGroup(found), count: found.length, isAsked: wanted.trim() !== '' || strokes.length > 0 }
}
