import './dialog_opener.js'
import './local_time.js'
import './seal_watch.js'
import './signing_presence.js'
