import { atom, useAtomValue } from 'jotai'
import { useMemo, useSyncExternalStore } from 'react'
import type { Arguments } from '../commands/core/command.ts'
import { contextAtom } from '../commands/core/context.ts'
import { findCommand, handlersVersionAtom, isPermitted, registryVersionAtom } from '../commands/core/registry.ts'
import { commandTitle } from '../commands/core/titles.ts'
import { reasonAgainst } from '../commands/gate/availability.ts'
import { execute } from '../commands/gate/execute.ts'
import { isAskingAtom } from '../commands/gate/prompts.ts'
import { isRunningWith, runningAtom } from '../commands/gate/singleFlight.ts'
import { keysOf } from '../commands/keys/keyBindings.ts'
import { grantsAtom } from '../data/session/permittedMenu.ts'
import { store } from '../data/store.ts'
import controls from './controls.module.css'
import { Icon } from './icons/icons.tsx'
import { ariaKeys } from './keyboard/keyNames.ts'
import { useText } from './useText.ts'

interface ButtonProps {
  /** Command id; renders nothing if missing or forbidden. */
  command: string
  args?: Arguments | undefined
  look?: 'button' | 'primary' | 'danger' | 'quiet' | 'iconButton'
  label?: string
  icon?: string
  hintSide?: 'below' | 'right'
  isPressed?: boolean
  /** General command whose shortcut runs this one: a record's main button. */
  keysOf?: string
  /** Message key: nothing to do just now; pressing it says so. */
  idle?: string
  /** Roving tabindex: skipped by Tab, reached by arrows. */
  isPassed?: boolean
}

function useReason(id: string, args: Arguments | undefined): string | undefined {
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

/** Running state of this command; hidden buttons do not subscribe. */
function useIsBusy(id: string, args: Arguments | undefined): boolean {
  return useSyncExternalStore(
    listener => {
      const ends = [runningAtom, isAskingAtom].map(followed => store.sub(followed, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    () => isRunningWith(id, args) && !store.get(isAskingAtom),
  )
}

/** Command button; runs its command and holds no logic. */
export function Button({
  command: id,
  args,
  look = 'button',
  label,
  icon,
  hintSide,
  isPressed,
  keysOf: general,
  idle,
  isPassed,
}: ButtonProps) {
  const text = useText()
  useAtomValue(registryVersionAtom)
  useAtomValue(handlersVersionAtom)
  useAtomValue(grantsAtom)
  const reasonKey = useReason(id, args)
  const isBusy = useIsBusy(id, args)
  const command = findCommand(id)
  if (!command || !isPermitted(command)) return null

  const title = label ?? commandTitle(command)
  const why = reasonKey ?? idle
  const reason = why === undefined ? undefined : text(why)
  const shown = general === undefined ? command : (findCommand(general) ?? command)
  const keys = keysOf(shown).map(binding => binding.seq)
  const drawing = icon ?? command.icon
  const isIcon = look === 'iconButton'
  // Tooltips of titled buttons add only shortcut and disabled reason.
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
      // `aria-disabled` keeps the button focusable, so its reason is readable.
      aria-disabled={reasonKey !== undefined || isBusy || undefined}
      data-idle={idle !== undefined || undefined}
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
      {isIcon ? null : <span>{title}</span>}
    </button>
  )
}
