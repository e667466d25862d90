/** National keyboards: what every key produces. */
import type { Os } from '../../src/commands/keys/keyStroke.ts'

/** Rows from the number row down, a character per key; blank produces nothing. */
type Level = readonly [numbers: string, upper: string, home: string, lower: string]

export interface Layout {
  readonly name: string
  readonly os: Os
  readonly plain: Level
  readonly shift: Level
  /** With AltGr, or with Option on a Mac. */
  readonly third?: Level
  /** With Option and Shift on a Mac. */
  readonly fourth?: Level
  /** Does its punctuation stand for that of ASCII? */
  readonly isIdeographic?: boolean
}

/** Stands for a key that begins an accent. */
export const dead = '◌'

/** Keys by place, named after the US layout. */
export const places: readonly (readonly string[])[] = [
  ['Backquote', ...[...'1234567890'].map(digit => `Digit${digit}`), 'Minus', 'Equal'],
  [...[...'QWERTYUIOP'].map(letter => `Key${letter}`), 'BracketLeft', 'BracketRight', 'Backslash'],
  [...[...'ASDFGHJKL'].map(letter => `Key${letter}`), 'Semicolon', 'Quote'],
  [...[...'ZXCVBNM'].map(letter => `Key${letter}`), 'Comma', 'Period', 'Slash'],
]

export const american: Layout = {
  name: 'American',
  os: 'other',
  plain: ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
  shift: ['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?'],
}

const dvorak: Layout = {
  name: 'Dvorak',
  os: 'other',
  plain: ['`1234567890[]', "',.pyfgcrl/=\\", 'aoeuidhtns-', ';qjkxbmwvz'],
  shift: ['~!@#$%^&*(){}', '"<>PYFGCRL?+|', 'AOEUIDHTNS_', ':QJKXBMWVZ'],
}

export const german: Layout = {
  name: 'German',
  os: 'other',
  plain: ['◌1234567890ß◌', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'],
  shift: ['°!"§$%&/()=?◌', "QWERTZUIOPÜ*'", 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
  third: ['  ²³   {[]}\\ ', '@ €        ~ ', '           ', '      µ   '],
}

const french: Layout = {
  name: 'French',
  os: 'other',
  plain: ['²&é"\'(-è_çà)=', 'azertyuiop◌$*', 'qsdfghjklmù', 'wxcvbn,;:!'],
  shift: [' 1234567890°+', 'AZERTYUIOP◌£µ', 'QSDFGHJKLM%', 'WXCVBN?./§'],
  third: ['  ◌#{[|◌\\^@]}', '  €        ¤ ', '           ', '          '],
}

const russian: Layout = {
  name: 'Russian',
  os: 'other',
  plain: ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'],
  shift: ['Ё!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ/', 'ФЫВАПРОЛДЖЭ', 'ЯЧСМИТЬБЮ,'],
}

const greek: Layout = {
  name: 'Greek',
  os: 'other',
  plain: ['`1234567890-=', ';ςερτυθιοπ[]\\', "ασδφγηξκλ◌'", 'ζχψωβνμ,./'],
  shift: ['~!@#$%^&*()_+', ':◌ΕΡΤΥΘΙΟΠ{}|', 'ΑΣΔΦΓΗΞΚΛ◌"', 'ΖΧΨΩΒΝΜ<>?'],
  third: ['           ± ', '  €      ΅   ', '           ', '          '],
}

const kana: Layout = {
  name: 'Japanese kana',
  os: 'other',
  isIdeographic: true,
  plain: [' ぬふあうえおやゆよわほへ', 'たていすかんなにらせ゛゜む', 'ちとしはきくまのりれけ', 'つさそひこみもねるめ'],
  shift: [' ぬふぁぅぇぉゃゅょをほへ', 'たてぃすかんなにらせ゛「」', 'ちとしはきくまのりれけ', 'っさそひこみも、。・'],
}

const chinese: Layout = {
  name: 'Chinese full-width punctuation',
  os: 'other',
  isIdeographic: true,
  plain: ['·1234567890-=', 'qwertyuiop【】、', 'asdfghjkl；‘', 'zxcvbnm，。、'],
  shift: ['～！＠＃￥％…＆×（）—＋', 'QWERTYUIOP｛｝｜', 'ASDFGHJKL：“', 'ZXCVBNM《》？'],
}

const apple: Layout = {
  ...american,
  name: 'American on a Mac',
  os: 'mac',
  third: ['◌¡™£¢∞§¶•ªº–≠', 'œ∑◌®†¥◌◌øπ“‘«', 'åß∂ƒ©˙∆˚¬…æ', 'Ω≈ç√∫◌µ≤≥÷'],
  fourth: ['`⁄€‹›ﬁﬂ‡°·‚—±', 'Œ„´‰ˇÁ¨ˆØ∏”’»', 'ÅÍÎÏ˝ÓÔ\u{f8ff}ÒÚÆ', '¸˛Ç◊ı˜Â¯˘¿'],
}

const appleGerman: Layout = {
  ...german,
  name: 'German on a Mac',
  os: 'mac',
  plain: ['^1234567890ß◌', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'],
  third: ['„¡“¶¢[]|{}≠¿◌', '«∑€®†Ω◌⁄øπ•±‘', 'å‚∂ƒ©ªº∆@œæ', '¥≈ç√∫~µ∞…–'],
  fourth: ['“¬”#ﬁ^\\˜·¯˙◌`', '»„‰¸˝ˇÁÛØ∏°\u{f8ff}’', 'ÅÍ™ÏÌÓıˆﬂŒÆ', '‡ÙÇ◊‹›˘˛÷—'],
}

export const layouts: readonly Layout[] = [
  american,
  dvorak,
  german,
  french,
  russian,
  greek,
  kana,
  chinese,
  apple,
  appleGerman,
]
