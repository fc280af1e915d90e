-- The work that is sending a mail: of two pieces that are to send the same, one does. Null where none is, and for mails of the last release.
alter table mails add column sending_work text collate "C";
