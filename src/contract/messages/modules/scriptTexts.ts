import type { Text } from '../text.ts'

/** Messages of recording, scripts and command links. */
export const scriptTexts = {
  'command.script.record': ['录制脚本', '錄製腳本', 'Record a script'],
  'command.script.stop': ['停止录制并保存脚本', '停止錄製並儲存腳本', 'Stop recording and save the script'],
  'reason.notRecording': ['没有在录制', '目前沒有在錄製', 'Nothing is being recorded'],
  'script.recording': [
    '开始录制：接下来的操作会记成脚本',
    '開始錄製：接下來的操作會記成腳本',
    'Recording: what you do from now on becomes a script',
  ],
  'script.recorded': ['已录制 {count} 步：{name}', '已錄製 {count} 步：{name}', 'Recorded {count} steps: {name}'],
  'script.nothingRecorded': [
    '停止录制：没有可记录的操作',
    '停止錄製：沒有可記錄的操作',
    'Recording stopped: there was nothing to record',
  ],
  'script.end': ['停止', '停止', 'Stop'],
  'script.steps': ['录制中 · {count} 步', '錄製中 · {count} 步', 'Recording · {count} steps'],
  'script.file': [
    '由 {by} 录制；运行：npm run script -- {name}（需要确认的步骤加 --yes）',
    '由 {by} 錄製；執行：npm run script -- {name}（需要確認的步驟加 --yes）',
    'Recorded by {by}; run it with: npm run script -- {name} (add --yes for steps that want a confirmation)',
  ],
  'script.usage': [
    '用法：npm run script -- 文件.ts [--server 网址] [--user 用户名] [--locale 语言] [--yes] [--json]\n密码取自环境变量 LOTLINE_PASSWORD。',
    '用法：npm run script -- 檔案.ts [--server 網址] [--user 使用者名稱] [--locale 語言] [--yes] [--json]\n密碼取自環境變數 LOTLINE_PASSWORD。',
    'Usage: npm run script -- file.ts [--server URL] [--user NAME] [--locale LANGUAGE] [--yes] [--json]\nThe password is read from the environment: LOTLINE_PASSWORD.',
  ],
  'script.noFile': ['没有指定脚本文件', '沒有指定腳本檔案', 'No script file was named'],
  'script.noSuchFile': ['找不到文件 {path}', '找不到檔案 {path}', 'There is no file {path}'],
  'script.noPassword': [
    '环境变量 LOTLINE_PASSWORD 没有密码',
    '環境變數 LOTLINE_PASSWORD 沒有密碼',
    'There is no password in the environment (LOTLINE_PASSWORD)',
  ],
  'script.noPasswordOption': [
    '密码不能写在命令行里，请用环境变量 LOTLINE_PASSWORD',
    '密碼不能寫在命令列裡，請用環境變數 LOTLINE_PASSWORD',
    'A password does not belong on the command line: use the environment, LOTLINE_PASSWORD',
  ],
  'script.badServer': ['网址不对：{server}', '網址不對：{server}', 'This is no address of a server: {server}'],
  'script.badLocale': ['没有这种语言：{locale}', '沒有這種語言：{locale}', 'There is no such language: {locale}'],
  'script.notSignedIn': ['登录失败：{message}', '登入失敗：{message}', 'Not signed in: {message}'],
  'script.phone': [
    '这个用户登录时要手机验证码，脚本不能使用',
    '這個使用者登入時要手機驗證碼，腳本不能使用',
    'This user signs in with a code by phone, which a script cannot do',
  ],
  'script.noMenu': ['读取不到权限菜单', '讀取不到權限選單', 'The menu of permissions could not be read'],
  'script.threw': ['脚本出错：{message}', '腳本出錯：{message}', 'The script failed: {message}'],
  'script.rows': ['{count} 行', '{count} 列', '{count} rows'],
  'script.rowsOf': ['{ok}/{count} 行', '{ok}/{count} 列', '{ok} of {count} rows'],
  'link.refused': ['链接没有执行', '連結沒有執行', 'The link was not followed'],
  'link.unknown': ['没有命令 {id}', '沒有命令 {id}', 'There is no command {id}'],
  'link.notLinkable': [
    '命令 {id} 不能用链接执行',
    '命令 {id} 不能用連結執行',
    'The command {id} cannot be run by a link',
  ],
  'link.unreadable': [
    '命令 {id} 的参数不是有效的 JSON 对象',
    '命令 {id} 的參數不是有效的 JSON 物件',
    'The arguments of {id} are no valid JSON object',
  ],
  'link.stray': [
    '命令 {id} 的链接不能带这些参数：{names}',
    '命令 {id} 的連結不能帶這些參數：{names}',
    'A link to {id} cannot carry: {names}',
  ],
  'link.wrong': [
    '命令 {id} 的参数不对：{faults}',
    '命令 {id} 的參數不對：{faults}',
    'Wrong arguments of {id}: {faults}',
  ],
} as const satisfies Record<string, Text>
