/** The analysis engines: they look a model up, tag the sentences of a CAS and write segments. */
package org.gpchain.annotator;
