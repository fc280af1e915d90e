-- What is searched for: words without their accents, between marks of any kind. The expressions are written the same way in folded_words.ts.
drop index documents_words;
drop index signers_words;
create index documents_words on documents using gin
  (to_tsvector('simple', regexp_replace(replace(replace(replace(replace(replace(translate(regexp_replace(normalize(title, NFKD), '[\u0300-\u036f]+', '', 'g'), 'øØłŁđĐı', 'oOlLdDi'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a1-\u00bf\u00d7\u00f7\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3020\u30fb]+', ' ', 'g')));
create index signers_words on signers using gin
  (to_tsvector('simple', regexp_replace(replace(replace(replace(replace(replace(translate(regexp_replace(normalize(name || ' ' || email, NFKD), '[\u0300-\u036f]+', '', 'g'), 'øØłŁđĐı', 'oOlLdDi'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a1-\u00bf\u00d7\u00f7\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3020\u30fb]+', ' ', 'g')));
