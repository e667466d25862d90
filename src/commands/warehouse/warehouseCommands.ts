/** Tasks of the warehouse page: each opens its steps there. */
import type { Permission } from '#contract/schema/permission.ts'
import { navigate } from '../../data/location.ts'
import { builtin } from '../core/builtin.ts'
import { type Command, done } from '../core/command.ts'

export const warehousePage = '/warehousework'

const add = (...menu: readonly string[]): Permission => ({ menu, button: 'add' })

const task = (name: string, icon: string, permission: Permission, keywords: readonly string[]): Command => ({
  ...builtin(`warehouse.${name}`, 'warehouse', [], {
    icon,
    permission,
    keywords,
    run: async () => {
      const path = `${warehousePage}?task=${name}`
      navigate(path)
      return done({ path })
    },
  }),
  group: 'area.stock',
})

export const warehouseCommands: readonly Command[] = [
  task('receive', 'package-plus', add('materialstorein'), ['收货', '扫码收货', '收貨', 'receive', 'goods in']),
  task('putAway', 'map-pin', add('materialstoreout', 'productstoreout'), ['上架', '移库', '移庫', 'put away', 'move']),
  task('issue', 'package-minus', add('getmaterialrecord'), ['发料', '扫码领料', '發料', 'issue', 'pick']),
  task('count', 'clipboard-pen', add('stockcount'), ['盘点', '扫码盘点', '盤點', 'count', 'stocktake']),
  task('ship', 'send', add('productsaleout'), ['发货', '扫码发货', '發貨', 'ship', 'deliver']),
  task('find', 'search', { menu: 'stocklot' }, ['找货', '在哪里', '找貨', 'find', 'where is']),
]
