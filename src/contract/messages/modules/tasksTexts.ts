import type { Text } from '../text.ts'

/** Task names by code. */
export const taskNameTexts = {
  'task.named.EXPIRY_SCAN': ['到期与留样扫描', '到期與留樣掃描', 'Scan for expiry and retained samples'],
  'task.named.HEALTH_CERT': ['健康证到期提醒', '健康檢查證明到期提醒', 'Reminder of health certificates'],
  'task.named.CALIBRATION': ['仪器检校提醒', '儀器校驗提醒', 'Reminder of calibrations'],
  'task.named.BALANCE_CHECK': ['库存核对', '庫存核對', 'Check of stock against the ledger'],
  'task.named.RECALL_DEADLINE': ['召回时限提醒', '回收時限提醒', 'Reminder of recall deadlines'],
  'task.named.AUDIT_CHECK': ['审计链核对', '稽核鏈核對', 'Check of the audit chain'],
  'task.named.BACKUP': ['备份', '備份', 'Backup'],
} satisfies Readonly<Record<string, Text>>

/** Messages of task findings and results. */
export const taskTexts = {
  'task.more': ['…另有 {count} 项', '…另有 {count} 項', '… and {count} more'],
  'task.lost': ['运行中断：服务器已结束', '執行中斷：伺服器已結束', 'Interrupted: the server ended'],
  'task.stopped': ['运行被中断', '執行被中斷', 'Interrupted before it was done'],
  'task.lotsTitle': ['{count} 个批次临期或过期', '{count} 個批次即期或過期', '{count} lots near or past expiry'],
  'task.lotOver': [
    '已过期 {expiryDate}　{lotNo}　{item}　{quantity} {unit}',
    '已過期 {expiryDate}　{lotNo}　{item}　{quantity} {unit}',
    'Expired {expiryDate}  {lotNo}  {item}  {quantity} {unit}',
  ],
  'task.lotNear': [
    '临期 {expiryDate}　{lotNo}　{item}　{quantity} {unit}',
    '即期 {expiryDate}　{lotNo}　{item}　{quantity} {unit}',
    'Expires {expiryDate}  {lotNo}  {item}  {quantity} {unit}',
  ],
  'task.samplesTitle': ['{count} 份留样到期', '{count} 份留樣到期', '{count} retained samples due'],
  'task.sampleDue': [
    '{docNo}　批次 {lotNo}　保留至 {retainUntil}',
    '{docNo}　批次 {lotNo}　保留至 {retainUntil}',
    '{docNo}  lot {lotNo}  kept until {retainUntil}',
  ],
  'task.expiryScan': [
    '过期 {over} 批，临期 {near} 批，留样到期 {samples} 份',
    '過期 {over} 批，即期 {near} 批，留樣到期 {samples} 份',
    '{over} lots expired, {near} near expiry, {samples} samples due',
  ],
  'task.healthTitle': [
    '{count} 张健康证到期或将到期',
    '{count} 張健康檢查證明到期或將到期',
    '{count} health certificates expired or expiring',
  ],
  'task.healthOver': [
    '{jobNo} {name}　健康证已失效 {date}',
    '{jobNo} {name}　健康檢查證明已失效 {date}',
    '{jobNo} {name}  certificate not valid, {date}',
  ],
  'task.healthNear': [
    '{jobNo} {name}　健康证有效期至 {date}',
    '{jobNo} {name}　健康檢查證明有效期至 {date}',
    '{jobNo} {name}  certificate valid until {date}',
  ],
  'task.healthCertificates': [
    '已失效 {over} 人，将到期 {near} 人',
    '已失效 {over} 人，將到期 {near} 人',
    '{over} not valid, {near} expiring',
  ],
  'task.calibrationTitle': ['{count} 台仪器需检校', '{count} 台儀器需校驗', '{count} instruments due for calibration'],
  'task.calibrationOver': [
    '{code} {name}　检校已超期 {date}',
    '{code} {name}　校驗已逾期 {date}',
    '{code} {name}  calibration overdue, {date}',
  ],
  'task.calibrationNear': [
    '{code} {name}　检校有效期至 {date}',
    '{code} {name}　校驗有效期至 {date}',
    '{code} {name}  calibrated until {date}',
  ],
  'task.calibration': [
    '超期 {over} 台，将到期 {near} 台',
    '逾期 {over} 台，將到期 {near} 台',
    '{over} overdue, {near} due soon',
  ],
  'task.differencesTitle': [
    '库存核对有 {count} 处不符',
    '庫存核對有 {count} 處不符',
    'Stock check: {count} differences',
  ],
  'task.difference.balance': [
    '批次 {lotNo}　{place}：流水 {ledger}，结存 {balance}',
    '批次 {lotNo}　{place}：流水 {ledger}，結存 {balance}',
    'Lot {lotNo}  {place}: ledger {ledger}, balance {balance}',
  ],
  'task.difference.total': [
    '批次 {lotNo}：各处合计 {ledger}，应为 0',
    '批次 {lotNo}：各處合計 {ledger}，應為 0',
    'Lot {lotNo}: all places add up to {ledger}, not to 0',
  ],
  'task.difference.onHand': [
    '批次 {lotNo}：库位结存 {ledger}，批次现有 {balance}',
    '批次 {lotNo}：儲位結存 {ledger}，批次現有 {balance}',
    'Lot {lotNo}: {ledger} in storage, {balance} on the lot',
  ],
  'task.difference.plan': [
    '计划 {planNo}　{figure}：流水 {ledger}，账面 {stored}',
    '計畫 {planNo}　{figure}：流水 {ledger}，帳面 {stored}',
    'Plan {planNo}  {figure}: ledger {ledger}, stored {stored}',
  ],
  'task.difference.planLine': [
    '计划 {planNo} 第 {line} 行　{figure}：流水 {ledger}，账面 {stored}',
    '計畫 {planNo} 第 {line} 列　{figure}：流水 {ledger}，帳面 {stored}',
    'Plan {planNo}, line {line}  {figure}: ledger {ledger}, stored {stored}',
  ],
  'task.difference.planLot': [
    '计划 {planNo} 批次 {lotNo} 锅次 {batch}　{figure}：流水 {ledger}，账面 {stored}',
    '計畫 {planNo} 批次 {lotNo} 鍋次 {batch}　{figure}：流水 {ledger}，帳面 {stored}',
    'Plan {planNo}, lot {lotNo}, batch {batch}  {figure}: ledger {ledger}, stored {stored}',
  ],
  'task.difference.planLink': [
    '计划 {planNo} 谱系 {lotNo} → {outLotNo} 锅次 {batch}：流水 {ledger}，账面 {stored}',
    '計畫 {planNo} 譜系 {lotNo} → {outLotNo} 鍋次 {batch}：流水 {ledger}，帳面 {stored}',
    'Plan {planNo}, genealogy {lotNo} → {outLotNo}, batch {batch}: ledger {ledger}, stored {stored}',
  ],
  'task.planSum.used': ['投料', '投料', 'charged'],
  'task.planSum.scrapped': ['在制报废', '在製報廢', 'scrapped in process'],
  'task.planSum.output': ['产出', '產出', 'output'],
  'task.planSum.byProduct': ['副产品', '副產品', 'by-product'],
  'task.planSum.charges': ['投料笔数', '投料筆數', 'number of charges'],
  'task.planSum.receipts': ['入库笔数', '入庫筆數', 'number of receipts'],
  'task.balanced': ['流水与结存一致', '流水與結存一致', 'Ledger and balances agree'],
  'task.unbalanced': [
    '{count} 处不符，未作更正',
    '{count} 處不符，未作更正',
    '{count} differences; nothing was changed',
  ],
  'task.deadlinesTitle': ['{count} 个召回时限提醒', '{count} 個回收時限提醒', '{count} recall deadlines'],
  'task.drill': ['【演练】{docNo}', '【演練】{docNo}', '[DRILL] {docNo}'],
  'task.deadline.half': [
    '{docNo} {title}　{clock} {at}：已过一半',
    '{docNo} {title}　{clock} {at}：已過一半',
    '{docNo} {title}  {clock} {at}: half of the time is over',
  ],
  'task.deadline.near': [
    '{docNo} {title}　{clock} {at}：已过 80%',
    '{docNo} {title}　{clock} {at}：已過 80%',
    '{docNo} {title}  {clock} {at}: 80% of the time is over',
  ],
  'task.deadline.over': [
    '{docNo} {title}　{clock} {at}：已逾期',
    '{docNo} {title}　{clock} {at}：已逾期',
    '{docNo} {title}  {clock} {at}: overdue',
  ],
  'task.recallDeadlines': [
    '未结 {open} 件：临近时限 {near}，逾期 {over}',
    '未結 {open} 件：臨近時限 {near}，逾期 {over}',
    '{open} open: {near} near a deadline, {over} overdue',
  ],
  'task.backup': [
    '{name}，{size} MB，保留 {kept} 份',
    '{name}，{size} MB，保留 {kept} 份',
    '{name}, {size} MB, {kept} kept',
  ],
  'task.backupNowhere': ['没有设置备份目录', '沒有設定備份目錄', 'No folder for backups is set'],
  'task.backupNoRoom': [
    '磁盘空间不足，没有备份',
    '磁碟空間不足，沒有備份',
    'Not enough room on the disk; no backup was made',
  ],
  'task.backupNoProgram': [
    '找不到 pg_dump，请安装或用数据库自己的备份',
    '找不到 pg_dump，請安裝或用資料庫自己的備份',
    'pg_dump was not found: install it, or back up by the tools of the database',
  ],
  'task.backupRefused': [
    'pg_dump 未能完成，原因见服务器日志',
    'pg_dump 未能完成，原因見伺服器日誌',
    'pg_dump failed; the log of the server says why',
  ],
} as const satisfies Readonly<Record<string, Text>>
