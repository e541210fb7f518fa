import { expect, test } from 'vitest'
import { decodeFileNames, decodeTextFile } from '#api/pages/page-imports/decode.ts'

// File names in regional encodings. Programs write these bytes into archives without declaring the encoding.
const names: [encoding: string, names: string[], bytes: string[]][] = [
  ['shift_jis', ['表.md', 'ソフト一覧.md'], ['955c2e6d64', '835c8374836788ea97972e6d64']],
  [
    'shift_jis',
    ['機能.md', '予定表.md', 'メモ.md'],
    ['8b40945c2e6d64', '975c92e8955c2e6d64', '838183822e6d64'],
  ],
  ['shift_jis', ['十分な資料.txt'], ['8f5c95aa82c88e9197bf2e747874']],
  ['shift_jis', ['会議議事録2024.md'], ['89ef8b638b638e96985e323032342e6d64']],
  ['gb18030', ['会议记录.md', '计划.md'], ['bbe1d2e9bcc7c2bc2e6d64', 'bcc6bbae2e6d64']],
  ['gb18030', ['产品需求文档.md'], ['b2fac6b7d0e8c7f3cec4b5b52e6d64']],
  ['gb18030', ['新建文件夹/说明.md'], ['d0c2bda8cec4bcfebcd02fcbb5c3f72e6d64']],
  ['gb18030', ['销售数据.csv', '项目总结.md'], ['cffacadbcafdbedd2e637376', 'cfeec4bfd7dcbde12e6d64']],
  ['big5', ['會議記錄.md'], ['b77cc4b3b04fbffd2e6d64']],
  ['big5', ['許功蓋.md', '產品說明.md'], ['b35ca55cbb5c2e6d64', 'b2a3ab7ebba1a9fa2e6d64']],
  ['big5', ['專案計畫書.md'], ['b14daed7ad70b565aed12e6d64']],
  ['euc-kr', ['회의록.md', '계획.md'], ['c8b8c0c7b7cf2e6d64', 'b0e8c8b92e6d64']],
  ['euc-kr', ['제품 소개서.md'], ['c1a6c7b020bcd2b0b3bcad2e6d64']],
  ['euc-kr', ['업무보고.txt'], ['bef7b9abbab8b0ed2e747874']],
  ['cp866', ['Журнал.md', 'План.md'], ['86e3e0ada0ab2e6d64', '8faba0ad2e6d64']],
  ['cp866', ['Отчёт за год.md'], ['8ee2e7f1e220a7a020a3aea42e6d64']],
  ['cp866', ['папка/заметки.md'], ['afa0afaaa02fa7a0aca5e2aaa82e6d64']],
  [
    'cp437',
    ['Müller.md', 'Übersicht für alle.md'],
    ['4d816c6c65722e6d64', '9a62657273696368742066817220616c6c652e6d64'],
  ],
  ['cp437', ['résumé.md'], ['728273756d822e6d64']],
  ['cp437', ['mañana.md'], ['6d61a4616e612e6d64']],
  ['cp1252', ['Müller – Straße.md'], ['4dfc6c6c657220962053747261df652e6d64']],
  ['cp1252', ['Réunion d’équipe.md'], ['52e9756e696f6e206492e971756970652e6d64']],
  ['cp1251', ['Журнал.md', 'План работ.md'], ['c6f3f0ede0eb2e6d64', 'cfebe0ed20f0e0e1eef22e6d64']],
  ['cp1251', ['отчёт.md'], ['eef2f7b8f22e6d64']],
]

test.each(names)('names of an archive in %s are read: %j', (_, expected, bytes) => {
  expect(
    decodeFileNames(
      bytes.map((hex) => Buffer.from(hex, 'hex')),
      '',
    ),
  ).toEqual(expected)
})

test('uses file contents to distinguish encodings with equal bytes', () => {
  // The same two bytes are valid letters in Chinese and in Korean.
  const bytes = [Buffer.from('b0a1b0a2', 'hex')]
  expect(decodeFileNames(bytes, '啊阿')).toEqual(['啊阿'])
  expect(decodeFileNames(bytes, '가각')).toEqual(['가각'])
})

test('keeps names in UTF-8', () => {
  const all = ['Über uns.md', 'План.md', '会议记录.md', '🚀.md']
  expect(
    decodeFileNames(
      all.map((name) => Buffer.from(name)),
      '',
    ),
  ).toEqual(all)
})

const texts: [encoding: string, text: string, bytes: string][] = [
  [
    'cp1252',
    'name,place\nJürgen,Düsseldorf\n“Quoted”,40 €\n',
    '6e616d652c706c6163650a4afc7267656e2c44fc7373656c646f72660a9351756f746564942c343020800a',
  ],
  [
    'shift_jis',
    '# 機能一覧\n\nこれは日本語のテキストです。\n',
    '23208b40945c88ea97970a0a82b182ea82cd93fa967b8cea82cc8365834c8358836782c582b781420a',
  ],
  [
    'gb18030',
    '# 会议记录\n\n今天我们讨论了新的计划。\n',
    '2320bbe1d2e9bcc7c2bc0a0abdf1ccecced2c3c7ccd6c2dbc1cbd0c2b5c4bcc6bbaea1a30a',
  ],
  [
    'big5',
    '# 會議記錄\n\n今天我們討論了新的計畫。\n',
    '2320b77cc4b3b04fbffd0a0aa4b5a4d1a7daadccb051bdd7a446b773aabaad70b565a1430a',
  ],
  [
    'euc-kr',
    '# 회의록\n\n오늘 회의에서 새로운 계획을 논의했습니다.\n',
    '2320c8b8c0c7b7cf0a0abfc0b4c320c8b8c0c7bfa1bcad20bbf5b7cebfee20b0e8c8b9c0bb20b3edc0c7c7dfbdc0b4cfb4d92e0a',
  ],
  [
    'cp1251',
    '# Журнал\n\nСегодня мы обсудили новый план.\n',
    '2320c6f3f0ede0eb0a0ad1e5e3eee4edff20ecfb20eee1f1f3e4e8ebe820edeee2fbe920efebe0ed2e0a',
  ],
  [
    'cp866',
    '# Журнал\n\nСегодня мы обсудили новый план.\n',
    '232086e3e0ada0ab0a0a91a5a3aea4adef20aceb20aea1e1e3a4a8aba820adaea2eba920afaba0ad2e0a',
  ],
]

test.each(texts)('a text in %s is read', (_, text, bytes) => {
  expect(decodeTextFile(Buffer.from(bytes, 'hex'), false)).toBe(text)
})

test('uses the charset that HTML declares', () => {
  const html = '<meta charset="windows-1250"><p>\u00ec</p>'
  expect(decodeTextFile(Buffer.from(html, 'latin1'), true)).toContain('<p>ě</p>')
})

test.each([
  ['a picture', '89504e470d0a1a0a0000000d49484452'],
  ['a mix of odd letters', '2320ff80fe81fd'],
  ['UTF-16 that is cut off', 'fffe41'],
])('%s is no text', (_, bytes) => {
  expect(decodeTextFile(Buffer.from(bytes, 'hex'), false)).toBeNull()
})
