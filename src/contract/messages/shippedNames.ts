/** Names that records are shipped with, shown in the language of the reader. */

/** Shipped name → end of the key `<entity>.named.<end>`. */
const shippedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  unit: {
    千克: 'kg',
    克: 'g',
    毫克: 'mg',
    吨: 't',
    升: 'L',
    毫升: 'mL',
    个: 'pc',
    箱: 'case',
    卷: 'roll',
    袋: 'bag',
    桶: 'drum',
    捆: 'bundle',
    托: 'pallet',
    瓶: 'bottle',
    盒: 'box',
    罐: 'can',
  },
  stocklocation: {
    供应商: 'SUPPLIER',
    在制: 'WIP',
    生产转化: 'PROCESS',
    经销商: 'DEALER',
    留样室: 'SAMPLE',
    检验消耗: 'LAB',
    报废销毁: 'SCRAP',
    盘点差异: 'ADJUST',
  },
  role: {
    系统管理员: 'administrator',
    质量管理: 'quality',
    仓储管理: 'store',
    生产管理: 'production',
    销售管理: 'sales',
    生产经营主管: 'manager',
  },
  task: {
    到期与留样扫描: 'EXPIRY_SCAN',
    健康证到期提醒: 'HEALTH_CERT',
    '仪器检定/校准提醒': 'CALIBRATION',
    库存核对: 'BALANCE_CHECK',
    召回时限提醒: 'RECALL_DEADLINE',
    审计链核对: 'AUDIT_CHECK',
    备份: 'BACKUP',
    恢复演练: 'RESTORE_DRILL',
  },
  user: { 系统管理员: 'admin' },
}

type Say = (key: string) => string

export const isShipped = (entity: string): boolean => Object.hasOwn(shippedNames, entity)

/** Localized name of a shipped record; others unchanged. */
export function shippedText(entity: string, name: string, say: Say, prefix = `${entity}.named`): string {
  const names = shippedNames[entity]
  const code = names && Object.hasOwn(names, name) ? names[name] : undefined
  if (code === undefined) return name
  const key = `${prefix}.${code}`
  const said = say(key)
  return said === key ? name : said
}

const pluralText = (name: string, say: Say) => shippedText('unit', name, say, 'plural.unit')

/** Unit beside a quantity, or alone: `1 case`, `38 cases`. */
export function unitText(name: string, say: Say, quantity?: unknown): string {
  const plural = quantity === undefined || Math.abs(Number(quantity)) === 1 ? name : pluralText(name, say)
  return plural === name ? shippedText('unit', name, say) : plural
}

/** Names that a person may write for a unit: as shown, then as stored. */
export const unitNames = (name: string, say: Say): readonly string[] => [
  ...new Set([unitText(name, say), pluralText(name, say), name]),
]

/** Stored form of a localized name: `公斤`, `KG 公斤`; others stay. */
export function storedName(entity: string, name: string, says: readonly Say[]): string {
  const given = name.trim()
  const last = entity === 'unit' ? given.slice(given.lastIndexOf(' ') + 1) : given
  const shown = (stored: string, say: Say) =>
    entity === 'unit' ? unitNames(stored, say) : [shippedText(entity, stored, say)]
  const stored = Object.keys(shippedNames[entity] ?? {}).find(each => says.some(say => shown(each, say).includes(last)))
  return stored === undefined ? name : `${given.slice(0, given.length - last.length)}${stored}`
}
