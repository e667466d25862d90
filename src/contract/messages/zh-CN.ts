/** zh-CN messages needed before sign-in; those of definitions stand there (`chinese.ts`). */
import commands from './zh-CN/commands.json' with { type: 'json' }
import errors from './zh-CN/errors.json' with { type: 'json' }
import grid from './zh-CN/grid.json' with { type: 'json' }
import shell from './zh-CN/shell.json' with { type: 'json' }
import tables from './zh-CN/tables.json' with { type: 'json' }

export default {
  ...commands,
  ...errors,
  ...grid,
  ...shell,
  ...tables,
}
