import type { Text } from '../text.ts'

/** Messages of the authenticator app: setup, recovery codes, removal. */
export const authenticatorTexts = {
  'shell.authenticator': ['动态口令', '動態密碼', 'Authenticator app'],
  'command.user.resetAuthenticator': ['停用动态口令', '停用動態密碼', 'Turn off the authenticator'],
  'command.authenticator.state': ['查看动态口令', '檢視動態密碼', 'State of the authenticator'],
  'command.authenticator.begin': ['生成动态口令密钥', '產生動態密碼金鑰', 'Make a secret for the authenticator'],
  'command.authenticator.confirm': ['启用动态口令', '啟用動態密碼', 'Turn on the authenticator'],
  'command.authenticator.remove': ['停用自己的动态口令', '停用自己的動態密碼', 'Turn off one’s own authenticator'],
  'authenticator.off': [
    '启用后，登录时除密码外还要填手机验证器 App 显示的六位数字。',
    '啟用後，登入時除密碼外還要填手機驗證器 App 顯示的六位數字。',
    'Once on, signing in asks for your password and for the six digits that an authenticator app on your phone shows.',
  ],
  'authenticator.on': [
    '自 {since} 起登录时要填动态口令。剩余恢复码 {left} 个。',
    '自 {since} 起登入時要填動態密碼。剩餘復原碼 {left} 個。',
    'Asked for at every sign-in since {since}. Recovery codes left: {left}.',
  ],
  'authenticator.password': ['登录密码', '登入密碼', 'Sign-in password'],
  'authenticator.passwordMissing': ['请输入登录密码', '請輸入登入密碼', 'Enter your sign-in password'],
  'authenticator.passwordWrong': ['登录密码错误', '登入密碼錯誤', 'The sign-in password is wrong'],
  'authenticator.begin': ['下一步', '下一步', 'Continue'],
  'authenticator.scan': [
    '在手机验证器 App 中扫描此图，或手工输入下面的密钥。',
    '在手機驗證器 App 中掃描此圖，或手動輸入下面的金鑰。',
    'Scan this with the authenticator app on your phone, or enter the secret below by hand.',
  ],
  'authenticator.picture': ['含密钥的二维码', '含金鑰的 QR 碼', 'QR code with the secret'],
  'authenticator.secret': ['密钥', '金鑰', 'Secret'],
  'authenticator.link': ['在本机的验证器 App 中打开', '在本機的驗證器 App 中開啟', 'Open in an app on this device'],
  'authenticator.code': ['App 显示的六位数字', 'App 顯示的六位數字', 'The six digits the app shows'],
  'authenticator.codeMissing': ['请输入六位数字', '請輸入六位數字', 'Enter the six digits'],
  'authenticator.confirm': ['启用', '啟用', 'Turn on'],
  'authenticator.remove': ['停用', '停用', 'Turn off'],
  'authenticator.removed': ['已停用动态口令', '已停用動態密碼', 'The authenticator is off'],
  'authenticator.reset': [
    '已停用该用户的动态口令',
    '已停用該使用者的動態密碼',
    'The authenticator of this user is off',
  ],
  'authenticator.recovery': [
    '动态口令已启用。请把这些恢复码抄下或打印后妥善保管：手机不在时，每个可代替动态口令用一次。它们只显示这一次。',
    '動態密碼已啟用。請把這些復原碼抄下或列印後妥善保管：手機不在時，每個可代替動態密碼用一次。它們只顯示這一次。',
    'The authenticator is on. Write these recovery codes down and keep them safe: each stands in for your phone once. They are shown this once.',
  ],
  'authenticator.recoveryCodes': ['恢复码', '復原碼', 'Recovery codes'],
  'authenticator.kept': ['已保管好', '已妥善保管', 'I keep them safe'],
} as const satisfies Record<string, Text>
