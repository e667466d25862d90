/** Accounts of the demo plant, one per signing person. */
import { sql } from 'kysely'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import type { Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { demoPassword, isDemoLogin } from '../auth/demoAccounts.ts'
import { makePassword } from '../auth/passwords.ts'
import { saveRecord } from '../records.ts'
import { serverContext } from '../system/firstStart.ts'
import type { Script } from './seedScript.ts'

/** code, name, areas and pages whose menus it has, pages that it only reads */
const roles = [
  [
    'quality',
    '质量管理',
    ['review', 'stock', 'other'],
    [
      'callback',
      'callbackdealer',
      'complaint',
      'retainsample',
      'importcontrol',
      'produceplan',
      'productsaleout',
      'materialstorein',
    ],
    ['getmaterialrecord', 'materialmakeup', 'usematerialrecord', 'productstorein', 'producttechflow'],
  ],
  [
    'store',
    '仓储管理',
    ['material', 'stock'],
    ['productstorein', 'productstoreout', 'productsaleout', 'getmaterialrecord', 'produceplan', 'retainsample'],
    [],
  ],
  [
    'production',
    '生产管理',
    ['production'],
    ['stockitem', 'stocklot', 'stockbalance', 'labelprint', 'equipment', 'equipmentrepaidrecord', 'consumablesout'],
    ['qualityinspection'],
  ],
  ['sales', '销售管理', ['sale'], ['stockitem', 'stocklot', 'stockbalance', 'product', 'productspec'], []],
  ['manager', '生产经营主管', ['basic', 'material', 'production', 'sale', 'review', 'stock', 'other'], [], []],
] as const

const accounts = [
  ['zhangwei', 'E001', 'manager'],
  ['wangfang', 'E002', 'store'],
  ['lina', 'E003', 'store'],
  ['liuyang', 'E004', 'production'],
  ['chenjing', 'E005', 'production'],
  ['yangfan', 'E006', 'quality'],
  ['huanglei', 'E007', 'production'],
  ['zhoumin', 'E008', 'sales'],
  ['wutong', 'E009', 'quality'],
  ['sunyue', 'E011', 'quality'],
] as const

/** Menu entries of areas and pages with their buttons. */
async function menusOf(
  db: Database,
  areas: readonly string[],
  pages: readonly string[],
  read: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with page as (
      select p.id, p."parentID" from menu p left join menu g on g.id = p."parentID"
      where p.type = 'LINK' and (g.name = any(${areas}) or p.name = any(${pages}))
    )
    select id from page union select "parentID" from page where "parentID" <> 0
    union select p.id from menu p where p.type = 'LINK' and p.name = any(${read})
    union select p."parentID" from menu p where p.type = 'LINK' and p.name = any(${read}) and p."parentID" <> 0
    union select b.id from menu b join page on page.id = b."parentID" where b.type = 'BUTTON'`.execute(db)
  return rows.map(row => row.id)
}

export interface Exposure {
  /** Random passwords throughout. */
  readonly isExposed?: boolean
}

/** Accounts; those shown at sign-in have the known password. */
export async function seedUsers(
  db: Database,
  script: Script,
  customerId: number,
  { isExposed = false }: Exposure = {},
): Promise<void> {
  await transact(db, async tx => {
    const context = serverContext(tx, customerId)
    const ids = new Map<string, number>()
    for (const [code, name, areas, pages, read] of roles) {
      const menuIds = await menusOf(tx, areas, pages, read)
      ids.set(code, (await saveRecord(context, role, { code, name, menuIds, dataScope: 'CUSTOMER' })).id)
    }
    for (const [loginName, jobNo, code] of accounts) {
      const employeeId = script.id('employee', jobNo)
      const employee = await tx.selectFrom('employee').select('name').where('id', '=', employeeId).executeTakeFirst()
      const password = isDemoLogin(loginName) && !isExposed ? demoPassword : makePassword()
      const roleIds = [ids.get(code)]
      const name = employee?.name ?? loginName
      const row = await saveRecord(context, user, { loginName, name, password, customerId, roleIds, employeeId })
      script.remember('user', jobNo, row.id)
    }
  })
}
