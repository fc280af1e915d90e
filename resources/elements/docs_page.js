import './composing.js'
import './code_tabs.js'
import './copy_button.js'
import './docs_search.js'
