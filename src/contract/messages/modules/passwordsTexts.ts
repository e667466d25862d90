import type { Text } from '../text.ts'

/** Messages of passwords after sign-in. */
export const passwordTexts = {
  'password.type': ['类型', '類型', 'Type'],
  'password.type.1': ['登录密码', '登入密碼', 'Sign-in password'],
  'password.type.2': ['操作密码', '操作密碼', 'Operation password'],
  'password.oldMissing': ['请输入旧密码', '請輸入舊密碼', 'Enter the old password'],
  'password.newMissing': ['请输入新密码', '請輸入新密碼', 'Enter the new password'],
  'password.againMissing': ['请输入确认新密码', '請輸入確認新密碼', 'Enter the new password again'],
  'password.pattern': [
    '密码必须为数字和字母组合长度6到20位',
    '密碼必須為數字和字母組合長度6到20位',
    'A password has 6 to 20 characters, with a letter and a digit',
  ],
  'password.differs': ['确认新密码与新密码不一致', '確認新密碼與新密碼不一致', 'The two new passwords differ'],
  'password.unlock': ['操作密码', '操作密碼', 'Operation password'],
  'password.unlock.password': ['操作密码', '操作密碼', 'Operation password'],
  'password.done': ['修改成功', '修改成功', 'Password changed'],
  'password.doneHere': [
    '修改成功。您在此处继续，其他登录已全部退出',
    '修改成功。您在此處繼續，其他登入已全部登出',
    'Password changed. You stay signed in here and are signed out everywhere else',
  ],
  'fault.passwordsAlike': [
    '登录密码与操作密码不能相同',
    '登入密碼與操作密碼不能相同',
    'Sign-in and operation password must differ',
  ],
  'fault.passwordCommon': ['这个密码太常用，容易被猜到', '這個密碼太常用，容易被猜到', 'Too common: easy to guess'],
  'fault.passwordUsed': ['这个密码用过，请换一个', '這個密碼用過，請換一個', 'Used before: choose another'],
} as const satisfies Record<string, Text>
