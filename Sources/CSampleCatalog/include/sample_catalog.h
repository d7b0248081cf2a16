#pragma once

// A descriptor of a file in memory that holds tools/sample/catalog.json, at its start; the caller
// closes it. Minus the number of the error when there is no memory for it.
int sample_catalog_open(void);
