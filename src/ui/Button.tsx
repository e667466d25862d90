import { atom, useAtomValue } from 'jotai'
import { useMemo, useSyncExternalStore } from 'react'
import { contextAtom } from '../commands/core/context.ts'
import { findCommand, handlersVersionAtom, isPermitted, registryVersionAtom } from '../commands/core/registry.ts'
import { titleOf } from '../commands/core/titles.ts'
import { reasonAgainst } from '../commands/gate/availability.ts'
import { execute } from '../commands/gate/execute.ts'
import { runningAtom } from '../commands/gate/singleFlight.ts'
import { keysOf } from '../commands/keys/keyBindings.ts'
import type { Values } from '../contract/schema/field.ts'
import { grantsAtom } from '../data/session/menu.ts'
import { store } from '../data/store.ts'
import controls from './controls.module.css'
import { Icon } from './icons/icons.tsx'
import { ariaKeys } from './keyboard/keyNames.ts'
import { useText } from './useText.ts'

interface ButtonProps {
  /** Command id; nothing is drawn where there is no such command or the person may not run it. */
  command: string
  args?: Values
  look?: 'button' | 'primary' | 'danger' | 'quiet' | 'iconButton'
  /** Another text than the command's own title. */
  label?: string
  icon?: string
  hintSide?: 'below' | 'right'
  /** Of a command that is on or off: which of the two it is. */
  isPressed?: boolean
  /** The general command whose keys run this one here: the main button of a record. */
  keysOf?: string
  /** One of a row that the tab key goes past: the arrows come to it. */
  isPassed?: boolean
}

/** Why a command cannot run now, as a message key. What is on screen changes with every move; this seldom does. */
function useReason(id: string, args: Values | undefined): string | undefined {
  const reasonAtom = useMemo(
    () =>
      atom(get => {
        for (const followed of [contextAtom, registryVersionAtom, handlersVersionAtom, grantsAtom])
          get<unknown>(followed)
        const command = findCommand(id)
        return command && reasonAgainst(command, 'button', args)
      }),
    [id, args],
  )
  return useAtomValue(reasonAtom)
}

/**
 * Is the command on its way? Every key runs one: buttons must not be drawn for those of others. Read by a snapshot, since a
 * button in the back follows nothing: what ended meanwhile must not leave it busy when it comes to the front again.
 */
function useIsBusy(id: string): boolean {
  return useSyncExternalStore(
    listener => store.sub(runningAtom, listener),
    () => store.get(runningAtom).has(id),
  )
}

/** The one button: it shows a command and runs it. It never does work of its own. */
export function Button({
  command: id,
  args,
  look = 'button',
  label,
  icon,
  hintSide,
  isPressed,
  keysOf: general,
  isPassed,
}: ButtonProps) {
  const text = useText()
  useAtomValue(registryVersionAtom)
  useAtomValue(handlersVersionAtom)
  useAtomValue(grantsAtom)
  const reasonKey = useReason(id, args)
  const isBusy = useIsBusy(id)
  const command = findCommand(id)
  if (!command || !isPermitted(command)) return null

  const title = label ?? titleOf(command)
  const reason = reasonKey === undefined ? undefined : text(reasonKey)
  const shown = general === undefined ? command : (findCommand(general) ?? command)
  const keys = keysOf(shown).map(binding => binding.seq)
  const drawing = icon ?? command.icon
  const isIcon = look === 'iconButton'
  // A button that says its title needs a hint only for its key and for why it is greyed.
  const isHinted = isIcon || reason !== undefined || keys.length > 0
  return (
    <button
      type="button"
      className={controls[look]}
      data-command={id}
      data-hint={isHinted ? title : undefined}
      data-hint-keys={keys[0]}
      data-hint-reason={reason}
      data-hint-side={hintSide}
      // Not `disabled`: a greyed button stays reachable, so that its reason can be read.
      aria-disabled={reason !== undefined || isBusy || undefined}
      aria-busy={isBusy || undefined}
      aria-pressed={isPressed}
      tabIndex={isPassed ? -1 : undefined}
      aria-label={isIcon ? title : undefined}
      aria-description={reason}
      aria-keyshortcuts={ariaKeys(keys)}
      onClick={() => {
        if (!isBusy) void execute(id, args ?? {}, { surface: 'button' })
      }}
    >
      {isBusy ? <span className={controls.spinner} /> : drawing ? <Icon name={drawing} size={15} /> : null}
      {isIcon ? null : title}
    </button>
  )
}
