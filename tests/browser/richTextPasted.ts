/** Clipboard HTML of Word and Excel, cut to what matters. */

const office =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"'

/** Microsoft Word 365: heading, formatting, two lists, one nested, table with merged cells. */
export const fromWord = `<html ${office} xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!--
p.MsoNormal, li.MsoNormal {margin:0cm;text-align:justify;font-size:10.5pt;font-family:等线;}
@page WordSection1 {size:595.3pt 841.9pt;}
--></style></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<h2 style='text-align:center' align=center><span lang=EN-US>HACCP</span><span style='font-family:黑体'>计划</span><o:p></o:p></h2>
<p class=MsoNormal><b><span style='color:red'>停用</span></b><u>该批</u><s>原料</s><i><span lang=EN-US style='font-size:18.0pt'>CCP1</span></i><o:p></o:p></p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings;mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>通知<o:p></o:p></p>
<p class=MsoListParagraph style='margin-left:42.0pt;text-indent:-21.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span lang=EN-US style='mso-list:Ignore'>n<span>&nbsp; </span></span><![endif]>经销商</p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='mso-list:Ignore'>l<span>&nbsp; </span></span><![endif]>封存</p>
<p class=MsoNormal>步骤</p>
<p class=MsoListParagraph style='text-indent:-21.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span lang=EN-US style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>取样</p>
<p class=MsoListParagraph style='text-indent:-21.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span lang=EN-US style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>送检</p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0>
<tr><td width=277 colspan=2 style='border:solid windowtext 1.0pt'><p class=MsoNormal align=center style='text-align:center'>批次</p></td></tr>
<tr><td width=138><p class=MsoNormal><span lang=EN-US>L1<o:p></o:p></span></p></td><td width=138><p class=MsoNormal align=right style='text-align:right'><span lang=EN-US>20</span></p></td></tr>
</table>
<!--EndFragment--></body></html>`

export const wordBecomes =
  '<h2 style="text-align:center">HACCP<span style="font-family:黑体">计划</span></h2>' +
  '<p><strong><span style="color:red">停用</span></strong><u>该批</u><del>原料</del><em><span style="font-size:24px">CCP1</span></em></p>' +
  '<ul><li><p>通知</p><ul><li><p>经销商</p></li></ul></li><li><p>封存</p></li></ul>' +
  '<p>步骤</p><ol><li><p>取样</p></li><li><p>送检</p></li></ol>' +
  '<table><tbody><tr><td colspan="2"><p style="text-align:center">批次</p></td></tr>' +
  '<tr><td><p>L1</p></td><td><p style="text-align:right">20</p></td></tr></tbody></table>'

/** Microsoft Excel 365: classes in a style sheet, a merged head, figures. */
export const fromExcel = `<html ${office} xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta name=ProgId content=Excel.Sheet><meta name=Generator content="Microsoft Excel 15">
<style><!--table {mso-displayed-decimal-separator:"\\.";}
.font5 {color:windowtext;font-size:9.0pt;}
td {padding:1px;color:black;font-size:11.0pt;font-family:等线;text-align:general;}
.xl65 {font-weight:700;text-align:center;background:yellow;}
.xl66 {color:red;text-align:right;}
--></style></head>
<body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=174><!--StartFragment-->
<col width=87 span=2 style='width:65pt'>
<tr height=19><td colspan=2 height=19 class=xl65 width=174>检验结果</td></tr>
<tr height=19><td height=19>水分</td><td class=xl66 align=right x:num>12.5</td></tr>
<!--EndFragment--></table></body></html>`

export const excelBecomes =
  '<table><tbody><tr><td colspan="2"><p style="text-align:center"><strong><span style="background-color:yellow">检验结果</span></strong></p></td></tr>' +
  '<tr><td><p>水分</p></td><td><p style="text-align:right"><span style="color:red">12.5</span></p></td></tr></tbody></table>'
