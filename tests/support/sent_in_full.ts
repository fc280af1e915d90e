/** A script for a page: its next request tells that all of it is out, as it does where nobody stands in between. */
export const SENT_ALL = `{
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    XMLHttpRequest.prototype.send = send
    send.call(this, body)
    this.upload.dispatchEvent(new ProgressEvent('load'))
  }
}`
