import { auditCheck } from './auditCheck.ts'
import { backup } from './backup.ts'
import { balanceCheck } from './balanceCheck.ts'
import { calibration } from './calibration.ts'
import { expiryScan } from './expiryScan.ts'
import { healthCertificates } from './healthCertificates.ts'
import type { Job, TaskCode } from './job.ts'
import { recallDeadlines } from './recallDeadlines.ts'
import { restoreDrill } from './restoreDrill.ts'

export const jobs: Readonly<Record<TaskCode, Job>> = {
  EXPIRY_SCAN: expiryScan,
  HEALTH_CERT: healthCertificates,
  CALIBRATION: calibration,
  BALANCE_CHECK: balanceCheck,
  RECALL_DEADLINE: recallDeadlines,
  AUDIT_CHECK: auditCheck,
  BACKUP: backup,
  RESTORE_DRILL: restoreDrill,
}

export const isTaskCode = (code: string): code is TaskCode => Object.hasOwn(jobs, code)
