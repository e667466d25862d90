import account from './en-US/account.json' with { type: 'json' }
import cells from './en-US/cells.json' with { type: 'json' }
import clipboard from './en-US/clipboard.json' with { type: 'json' }
import commands from './en-US/commands.json' with { type: 'json' }
import definitions from './en-US/definitions.json' with { type: 'json' }
import editor from './en-US/editor.json' with { type: 'json' }
import errors from './en-US/errors.json' with { type: 'json' }
import files from './en-US/files.json' with { type: 'json' }
import filter from './en-US/filter.json' with { type: 'json' }
import grid from './en-US/grid.json' with { type: 'json' }
import help from './en-US/help.json' with { type: 'json' }
import history from './en-US/history.json' with { type: 'json' }
import keys from './en-US/keys.json' with { type: 'json' }
import label from './en-US/label.json' with { type: 'json' }
import labelPrinting from './en-US/labelPrinting.json' with { type: 'json' }
import macro from './en-US/macro.json' with { type: 'json' }
import paper from './en-US/paper.json' with { type: 'json' }
import plurals from './en-US/plurals.json' with { type: 'json' }
import production from './en-US/production.json' with { type: 'json' }
import recall from './en-US/recall.json' with { type: 'json' }
import scan from './en-US/scan.json' with { type: 'json' }
import script from './en-US/script.json' with { type: 'json' }
import sections from './en-US/sections.json' with { type: 'json' }
import shell from './en-US/shell.json' with { type: 'json' }
import status from './en-US/status.json' with { type: 'json' }
import synonyms from './en-US/synonyms.json' with { type: 'json' }
import tables from './en-US/tables.json' with { type: 'json' }
import tasks from './en-US/tasks.json' with { type: 'json' }
import trace from './en-US/trace.json' with { type: 'json' }
import transfer from './en-US/transfer.json' with { type: 'json' }
import warehouse from './en-US/warehouse.json' with { type: 'json' }
import type { MessageKey } from './messageKey.ts'

export default {
  ...account,
  ...cells,
  ...clipboard,
  ...commands,
  ...definitions,
  ...editor,
  ...errors,
  ...files,
  ...filter,
  ...grid,
  ...history,
  ...help,
  ...keys,
  ...label,
  ...labelPrinting,
  ...macro,
  ...plurals,
  ...paper,
  ...production,
  ...recall,
  ...scan,
  ...script,
  ...sections,
  ...shell,
  ...status,
  ...synonyms,
  ...tables,
  ...tasks,
  ...trace,
  ...transfer,
  ...warehouse,
} satisfies Readonly<Record<MessageKey, string>>
