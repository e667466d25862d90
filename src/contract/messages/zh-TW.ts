import type { MessageKey } from './messageKey.ts'
import account from './zh-TW/account.json' with { type: 'json' }
import cells from './zh-TW/cells.json' with { type: 'json' }
import clipboard from './zh-TW/clipboard.json' with { type: 'json' }
import commands from './zh-TW/commands.json' with { type: 'json' }
import definitions from './zh-TW/definitions.json' with { type: 'json' }
import editor from './zh-TW/editor.json' with { type: 'json' }
import errors from './zh-TW/errors.json' with { type: 'json' }
import files from './zh-TW/files.json' with { type: 'json' }
import filter from './zh-TW/filter.json' with { type: 'json' }
import grid from './zh-TW/grid.json' with { type: 'json' }
import help from './zh-TW/help.json' with { type: 'json' }
import history from './zh-TW/history.json' with { type: 'json' }
import keys from './zh-TW/keys.json' with { type: 'json' }
import label from './zh-TW/label.json' with { type: 'json' }
import labelPrinting from './zh-TW/labelPrinting.json' with { type: 'json' }
import macro from './zh-TW/macro.json' with { type: 'json' }
import paper from './zh-TW/paper.json' with { type: 'json' }
import production from './zh-TW/production.json' with { type: 'json' }
import recall from './zh-TW/recall.json' with { type: 'json' }
import scan from './zh-TW/scan.json' with { type: 'json' }
import script from './zh-TW/script.json' with { type: 'json' }
import sections from './zh-TW/sections.json' with { type: 'json' }
import shell from './zh-TW/shell.json' with { type: 'json' }
import status from './zh-TW/status.json' with { type: 'json' }
import synonyms from './zh-TW/synonyms.json' with { type: 'json' }
import tables from './zh-TW/tables.json' with { type: 'json' }
import tasks from './zh-TW/tasks.json' with { type: 'json' }
import trace from './zh-TW/trace.json' with { type: 'json' }
import transfer from './zh-TW/transfer.json' with { type: 'json' }
import warehouse from './zh-TW/warehouse.json' with { type: 'json' }

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
