/** Our grid on a page of its own, as the other grids stand on theirs: without the frame, the tool bar and the search of a list. */
import { Provider } from 'jotai'
import { useMemo } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import '../../../src/shell/theme.css'
import type { Entity } from '#contract/schema/entity.ts'
import { startCommands } from '../../../src/commands/app.ts'
import { registerConsoleCommands } from '../../../src/commands/consoleCommands.ts'
import { startKeys } from '../../../src/commands/keys/keys.ts'
import { installScript } from '../../../src/commands/script.ts'
import { intlAtom } from '../../../src/data/language.ts'
import { forgetRows, rowWindow } from '../../../src/data/records/rows.ts'
import { userSettingsReadyAtom } from '../../../src/data/settings/userSettings.ts'
import { store } from '../../../src/data/store.ts'
import { Grid } from '../../../src/grid/view/Grid.tsx'
import { gridColumns } from '../../../src/tables/columns/columns.ts'
import { firstRows } from '../../../src/tables/list/prefetch.ts'
import { useList } from '../../../src/tables/list/useList.ts'
import { useText } from '../../../src/ui/useText.ts'
import { entityOf, queryOf, start } from '../peers/rows.ts'
import { benchOf, until } from './clock.ts'
import { gridDriver, gridOf } from './gridDriver.ts'

const host = document.getElementById('grid') as HTMLElement

let root: Root | undefined
let list = ''

function List({ entity }: { readonly entity: Entity }) {
  const text = useText()
  const { window, source, view, setView } = useList(entity)
  const columns = useMemo(() => gridColumns(entity, text), [entity, text])
  return (
    <Grid
      name={entity.name}
      entity={entity.name}
      label={text(entity.name)}
      columns={columns}
      source={source}
      sort={window.query.sort}
      query={window.query}
      selection={view.checked}
      onSelection={checked => setView(now => ({ ...now, checked }))}
      loading={window.total() === null}
      autoFocus
    />
  )
}

window.startGrid = async password => {
  startCommands()
  registerConsoleCommands()
  startKeys(document)
  installScript()
  await start(password)
  await until(() => store.get(userSettingsReadyAtom), 'the settings of the user')
}
window.gridBench = benchOf({
  ...gridDriver(() => list),
  open(name) {
    list = name
    // as a list is asked for before its page is drawn
    rowWindow(name, queryOf(name)).ensure(0, firstRows)
    const { locale, messages } = store.get(intlAtom)
    root = createRoot(host)
    root.render(
      <Provider store={store}>
        <IntlProvider locale={locale} messages={messages} onError={() => {}}>
          <List entity={entityOf(name)} />
        </IntlProvider>
      </Provider>,
    )
  },
  async close() {
    root?.unmount()
    root = undefined
    await until(() => gridOf(list) === null, 'the end of the list')
    forgetRows()
  },
})
