/** Open work of the demo plant: something to complete on every page. */

import { addDays } from '#contract/calendar.ts'
import { decimal } from '#contract/schema/decimal.ts'
import { productVersion } from '../basis/productVersion.ts'
import type { Script } from './seedScript.ts'

/** Step awaiting approval, and a draft formula version. */
async function drafts(script: Script): Promise<void> {
  await script.save('techflow', {
    code: 'T08',
    name: '热缩膜包装',
    flowType: 'PACK',
    hazardTypes: ['PHYS'],
    description: '试用中，待批准',
    sortNo: 8,
  })
  await script.run('productformula.newVersion', { id: script.id('productformula', 'F201') })
}

/** Unverified additive weighing of this morning. */
async function unverifiedControl(script: Script): Promise<void> {
  const [plan] = await script.rows('produceplan', { productId: script.id('product', 'F102'), status: 'PRODUCING' })
  if (!plan) return
  script.as('E004')
  await script.save('importcontrol', {
    producePlanId: plan.id,
    productTechFlowId: script.id('producttechflow', 'F102/T05'),
    batchSeq: 1,
    monitorTime: script.now,
    measuredValue: '0.2',
    detecEquipmentId: script.id('detecequipment', 'DE04'),
    monitorId: script.id('employee', 'E015'),
  })
}

/** Damp sugar on hold, decision pending. */
async function undecided(script: Script): Promise<void> {
  const [lot] = await script.rows('stocklot', { materialId: script.id('material', 'M004'), qualityStatus: 'HOLD' })
  if (!lot) return
  script.as('E006')
  await script.save('unqualifiedproduct', {
    foundTime: script.now,
    source: 'INCOMING',
    lotId: lot.id,
    qty: '4',
    isolateLocationId: script.id('stocklocation', 'WH01-Q'),
    unqualifiedItems: '外包装破损、结块',
    foundById: script.id('employee', 'E006'),
  })
}

async function kept(script: Script): Promise<void> {
  for (const product of ['F201', 'F202']) {
    const lots = await script.rows('stocklot', { productId: script.id('product', product) })
    const lot = lots.find(each => decimal(each.onHandQty).gte(4) && each.qualityStatus === 'RELEASED')
    if (!lot || (await script.rows('retainsample', { lotId: lot.id })).length > 0) continue
    script.as('E006')
    await script.save('retainsample', {
      productId: lot.productId,
      lotId: lot.id,
      sampleTime: script.now,
      sampleQty: '2',
      samplerId: script.id('employee', 'E006'),
      storageLocation: '留样室 A-02',
      storageCondition: '常温避光',
      warehouseId: script.id('warehouse', 'WH05'),
    })
    return
  }
}

/** Minor accident, under investigation. */
async function investigated(script: Script): Promise<void> {
  script.as('E009')
  await script.save('unsafefoodaccident', {
    title: '食堂就餐后轻微不适调查',
    accidentLevel: 'IV',
    occurTime: script.now,
    knowTime: script.now,
    place: '厂区食堂',
    victimCount: 2,
    symptoms: '轻微腹部不适',
    emergencyMeasures: '停用当餐剩余食品并封存留样，安排人员观察。',
    reporterId: script.id('employee', 'E009'),
  })
}

async function outsideReport(script: Script): Promise<void> {
  script.as('E006')
  await script.save('thirdreport', {
    reportNo: 'QDSP-2026-11873',
    productId: script.id('product', 'F201'),
    agencyName: '青岛市食品药品检验研究院',
    sampleDate: addDays(script.day, -30),
    issueDate: addDays(script.day, -16),
    validUntil: addDays(script.day, 349),
  })
}

async function recallTeam(script: Script): Promise<void> {
  await script.save('group', { code: 'RECALL', name: '召回小组', remark: '召回启动后两小时内到位' })
}

/** title, content, type, publisher, days ago, pinned */
const notices = [
  [
    '灌装一线停机保养',
    '<p>本周六 8:00–12:00 灌装一线停机保养，请提前完成在制批次的<strong>清线与清洗</strong>。</p>',
    'NOTICE',
    'E005',
    9,
    false,
  ],
  [
    '食品安全管理制度 {year} 版发布',
    '<p>新版制度自即日起执行，主要变化：</p><ul><li>原料到货一律抽样检验</li><li>关键控制点偏离须在 30 分钟内上报</li><li>召回演练改为每半年一次</li></ul>',
    'ANNOUNCE',
    'E001',
    6,
    true,
  ],
  [
    '家用生抽批次暂停发货',
    '<p>接到胀盖投诉，涉及批次已停售待查。销售部请勿再向客户承诺该批次，有疑问联系质量部吴桐。</p>',
    'ALERT',
    'E009',
    2,
    false,
  ],
] as const

async function publishNotices(script: Script, today: string): Promise<void> {
  for (const [title, content, notifyType, jobNo, daysAgo, isPinned] of notices) {
    script.at(addDays(today, -daysAgo), 1)
    script.as(jobNo)
    const { id } = await script.save('notify', { title, content, notifyType, isPinned })
    await script.run('notify.publish', { id })
  }
  script.at(today, 0)
  script.as()
}

async function administration(script: Script): Promise<void> {
  await script.save('notify', {
    title: '月末盘点安排',
    content: '本月最后一个工作日 15:00 起停止收发货，各库完成盘点后恢复。',
  })
  await script.save('version', {
    platform: 'WEB',
    versionNo: productVersion,
    versionCode: 2,
    releaseNotes: '检验、召回、盘点与生产工作台。',
  })
  await script.save('questionanswer', {
    title: '过期种曲如何处理',
    content: '库存里有一批已过期的种曲，应走哪个流程？',
  })
  const newYear = addDays(`${script.day.slice(0, 4)}-12-31`, 1)
  await script.save('holiday', { jurisdiction: 'CN', day: newYear, isWorkday: false, name: '元旦' })
  await script.save('uistring', { lang: 'zh-CN', key: 'home.begin', value: '新建单据' })
}

/** Creates this morning's open work, before the first receipts. */
export async function seedOpenWork(script: Script, today: string): Promise<void> {
  script.at(today, 0)
  await drafts(script)
  await unverifiedControl(script)
  await undecided(script)
  await kept(script)
  await investigated(script)
  await outsideReport(script)
  script.as()
  await recallTeam(script)
  await publishNotices(script, today)
  await administration(script)
}
