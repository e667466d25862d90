import { useEffect, useState } from 'react'
import { type DemoAccount, systemInformation } from '#contract/system/session.ts'
import { request } from '../../data/api/api.ts'
import { useText } from '../../ui/useText.ts'
import styles from './LoginScreen.module.css'

/** Accounts to try, where the server tells any: in a demonstration only. */
export function DemoAccounts({ onChoose }: { readonly onChoose: (account: DemoAccount) => void }) {
  const text = useText()
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([])
  useEffect(() => {
    request(systemInformation, {}).then(
      ({ demoAccounts = [] }) => setAccounts(demoAccounts),
      () => undefined,
    )
  }, [])
  const [first] = accounts
  if (!first) return null
  return (
    <div className={styles.demo}>
      <p>{text('login.demo', { password: first.password })}</p>
      {accounts.map(account => (
        <button type="button" key={account.loginName} className={styles.account} onClick={() => onChoose(account)}>
          {text(`login.demo.${account.role}`)} <small>{account.loginName}</small>
        </button>
      ))}
    </div>
  )
}
