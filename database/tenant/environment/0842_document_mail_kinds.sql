-- Somebody may choose the kinds of mails about one document: `some`, which the last release takes for no choice.
alter table document_mails drop constraint document_mails_choice_check;
alter table document_mails add constraint document_mails_choice_check check (choice in ('follow', 'mute', 'some'));
alter table document_mails add column kinds text[] not null default '{}';
