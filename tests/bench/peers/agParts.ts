/** What of AG Grid is used: this is what is weighed. */
import {
  CellStyleModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowSelectionModule,
  ScrollApiModule,
} from 'ag-grid-community'

ModuleRegistry.registerModules([InfiniteRowModelModule, CellStyleModule, RowSelectionModule, ScrollApiModule])

export { createGrid, themeQuartz } from 'ag-grid-community'
