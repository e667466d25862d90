import type { Text } from '../text.ts'

/** Messages on failed calls. */
export const dataTexts = {
  'call.unreachable': [
    '连不上服务器，请检查网络后再试',
    '連不上伺服器，請檢查網路後再試',
    'The server cannot be reached. Check the network and try again',
  ],
  'call.unreadable': ['服务器的回答无法识别', '無法辨識伺服器的回應', 'The server gave an answer that cannot be read'],
} as const satisfies Record<string, Text>
