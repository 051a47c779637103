/** Trained models, and the files of models and of word resources. */
package org.gpchain.core.model;
