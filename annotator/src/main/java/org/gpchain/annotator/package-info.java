/** Analysis engines that look up a model, tag the sentences of a CAS and write segments into it. */
package org.gpchain.annotator;
