import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { saveUserSetting, userSettingAtom } from '../../data/settings/userSettings.ts'
import { type Handlers, useHandlers } from '../../ui/useHandlers.ts'

const maxFrames = 30

/** Focuses the input of a column, or the first there is. */
async function enterQuickFilter(entity: string, name: string): Promise<void> {
  const list = document.querySelector(`[data-list="${entity}"]`)
  const find = (which: string) => list?.querySelector<HTMLInputElement>(which)
  for (let frame = 0; frame < maxFrames && !find('[data-quick-filter]'); frame++)
    await new Promise(resolve => requestAnimationFrame(resolve))
  const input = find(`[data-quick-filter="${CSS.escape(name)}"]`) ?? find('[data-quick-filter]')
  input?.focus()
  input?.select()
}

/** Row of quick filters: shown for this person and list. */
export function useQuickFilters({ name: entity }: Entity): boolean {
  const setting = `quickFilters.${entity}`
  const isShown = useAtomValue(useMemo(() => userSettingAtom(setting), [setting])) === true
  const activeColumn = () =>
    document
      .querySelector(`[data-list="${entity}"] [role=row] > [data-active]`)
      ?.closest('[data-column-id]')
      ?.getAttribute('data-column-id') ?? ''
  const handlers: Handlers = {
    'list.quickFilters': { run: () => saveUserSetting(setting, !isShown) },
    'list.quickFilter': {
      run: async ({ field }) => {
        const column = typeof field === 'string' ? field : activeColumn()
        if (!isShown) await saveUserSetting(setting, true)
        await enterQuickFilter(entity, column)
      },
    },
  }
  useHandlers(handlers)
  return isShown
}
