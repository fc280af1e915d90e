-- Who was asked at an address that was corrected since is found by it, when they are to be erased. Of all personal values few are such addresses.
create index personal_values_corrected_address on personal_values (lower(value)) where field = 'emailBefore';
