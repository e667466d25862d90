/**
 * Words with characters of several readings, in both scripts. The server says pinyin by a dictionary of
 * simplified words, which reads 調料 as `diao liao` and 重置 as `zhong zhi`; of keywords, and of pages that an
 * administrator named, it says none.
 */
const words: readonly (readonly [pinyin: string, ...written: string[]])[] = [
  ['chong qing', '重庆', '重慶'],
  ['chong qi', '重启', '重啟', '重啓'],
  ['chong fu', '重复', '重複'],
  ['chong xin', '重新'],
  ['chong kai', '重开', '重開'],
  ['chong zuo', '重做'],
  ['chong zhi', '重置', '重製'],
  ['chong she', '重设', '重設'],
  ['chong suan', '重算'],
  ['zhong yao', '重要'],
  ['zhong liang', '重量'],
  ['zhong dian', '重点', '重點'],
  ['hang ye', '行业', '行業'],
  ['hang hao', '行号', '行號'],
  ['hang shu', '行数', '行數'],
  ['yin hang', '银行', '銀行'],
  ['kuai ji', '会计', '會計'],
  ['chang qi', '长期', '長期'],
  ['chang du', '长度', '長度'],
  ['zeng zhang', '增长', '增長'],
  ['chang zhang', '厂长', '廠長'],
  ['zu zhang', '组长', '組長'],
  ['ban zhang', '班长', '班長'],
  ['tiao liao', '调料', '調料'],
  ['tiao wei', '调味', '調味'],
  ['tiao zheng', '调整', '調整'],
  ['tiao jia', '调价', '調價'],
  ['tiao pei', '调配', '調配'],
  ['kong tiao', '空调', '空調'],
  ['diao bo', '调拨', '調撥'],
  ['diao cha', '调查', '調查'],
  ['diao du', '调度', '調度'],
  ['diao chu', '调出', '調出'],
  ['diao ru', '调入', '調入'],
  ['ren shen', '人参', '人參'],
  ['xia men', '厦门', '廈門'],
  ['pian yi', '便宜'],
  ['jiao zhun', '校准', '校準'],
  ['jiao yan', '校验', '校驗'],
  ['jiao zheng', '校正'],
  ['tan xing', '弹性', '彈性'],
  ['che jian', '车间', '車間'],
  ['liang ju', '量具'],
  ['chao yang', '朝阳', '朝陽'],
  ['xi zang', '西藏'],
  ['yin yue', '音乐', '音樂'],
]

/** Word → its syllables. */
export const polyphones: ReadonlyMap<string, readonly string[]> = new Map(
  words.flatMap(([pinyin, ...written]) => written.map(word => [word, pinyin.split(' ')] as const)),
)
