-- The subject of a mail about no document, such as a notice to members, may name a signer, and stays when that person's documents are erased.
-- A mail that is over needs it no more. What is still to be sent loses it then.
update mails set subject = '' where document_id is null and status <> 'queued' and subject <> '';
